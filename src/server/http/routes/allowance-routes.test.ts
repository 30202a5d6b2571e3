import { expect, test } from 'vitest';

import { allowanceSchema } from '#contract/visitor.ts';
import type { Left } from '#server/orders/budget.ts';
import type { OrderStore } from '#server/orders/order-store.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

import { apiHeaders } from '#server/http/plugins/security.ts';

/** An app whose store of orders gives this answer, and the visitors for whom it was called. */
async function openApp(left: Left, options: Parameters<typeof openTestApp>[0] = {}) {
  const asked: (string | null)[] = [];
  const orderStore: OrderStore = {
    check: async () => {},
    open: () => Promise.reject(new Error('Nothing is ordered here.')),
    settle: async () => {},
    find: async () => null,
    requestStop: async () => {},
    forget: async () => {},
    async left(visitor) {
      asked.push(visitor);
      return left;
    },
    close: async () => {},
  };
  const { app } = await openTestApp({ orderStore, ...options });
  return { app, asked };
}

const open: Left = { leftToday: null, budgetLeft: null, closedBy: null, reopensAt: null };

test('without limits nothing is counted', async () => {
  const { app } = await openApp(open);
  const answer = await app.inject('/api/allowance');
  expect(answer.headers).toMatchObject(apiHeaders);
  expect(allowanceSchema.parse(answer.json())).toEqual({
    leftToday: null,
    budgetShare: null,
    closedBy: null,
    reopensAt: null,
  });
  expect((await problemOf(app.inject({ method: 'POST', url: '/api/allowance' })))[0]).toBe(405);
  await app.close();
});

test('the answer has the generations left and the share of the budget, but no amount of money', async () => {
  const environment = { OPENAI_API_KEY: 'sk-1', BUDGET_DAILY_USD: '5' };
  const left: Left = {
    leftToday: 4,
    budgetLeft: 1_250_000,
    closedBy: 'budget-spent',
    reopensAt: 1_764_000_000_000,
  };
  const { app } = await openApp(left, { environment });
  expect((await app.inject('/api/allowance')).json()).toEqual({
    leftToday: 4,
    budgetShare: 0.25,
    closedBy: 'budget-spent',
    reopensAt: 1_764_000_000_000,
  });
  await app.close();
});

test.each([
  ['no trusted proxy', {}, '10.0.0.9', '10.0.0.9'],
  ['the proxy is trusted', { TRUST_PROXY: '10.0.0.0/8' }, '10.0.0.9', '203.0.113.7'],
  ['the proxy is on this machine', { TRUST_PROXY: 'loopback' }, '127.0.0.1', '203.0.113.7'],
  ['another proxy is trusted', { TRUST_PROXY: '10.0.0.1' }, '10.0.0.9', '10.0.0.9'],
])('X-Forwarded-For names the visitor up to %s', async (_name, environment, remoteAddress, visitor) => {
  const { app, asked } = await openApp(open, { environment });
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
  await app.inject({ url: '/api/allowance', headers, remoteAddress });
  expect(asked).toEqual([visitor]);
  await app.close();
});

test('a budget that is too small for the smallest generation counts as spent', async () => {
  const environment = { OPENAI_API_KEY: 'sk-1', BUDGET_DAILY_USD: '0.01' };
  const { app } = await openTestApp({ environment });
  expect((await app.inject('/api/allowance')).json()).toMatchObject({
    budgetShare: 1,
    closedBy: 'budget-spent',
  });
  await app.close();
  const { app: richer } = await openTestApp({ environment: { ...environment, BUDGET_DAILY_USD: '1' } });
  expect((await richer.inject('/api/allowance')).json()).toMatchObject({ budgetShare: 1, closedBy: null });
  await richer.close();
});
