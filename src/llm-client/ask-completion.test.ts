import { afterEach, beforeEach, expect, test } from 'vitest';

import { call, failureOf } from '#provider/call.ts';
import { streamed } from '#provider/completion-steps.ts';
import { inTurn } from '#provider/exchange.ts';
import type { Provider } from '#provider/provider.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse, reset } from '#provider/steps.ts';

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed('A'));
});
afterEach(() => provider.close());

function waited(): number {
  const [first, second] = provider.calls;
  return (second?.startedAt ?? 0) - (first?.startedAt ?? 0);
}

test.each([
  ['provider-timeout', 408, {}],
  ['provider-unavailable', 409, {}],
  ['provider-rate-limited', 429, {}],
  ['provider-unavailable', 500, {}],
  ['provider-unavailable', 503, {}],
  ['provider-timeout', 504, {}],
] as const)('%s is told from status %i and %o after two more tries', async (code, status, error) => {
  const problem = await failureOf(provider, refuse(status, error, { 'retry-after-ms': '1' }));
  expect(problem.code).toBe(code);
  expect(provider.calls).toHaveLength(3);
});

test('a call that failed is made again after half a second, less the dice', async () => {
  expect((await call(provider, inTurn(refuse(500), streamed('A')))).text).toBe('A');
  expect(waited()).toBeGreaterThanOrEqual(370);
});

test.each([[{ 'retry-after-ms': '900' }, 880] as const, [{ 'retry-after': '1' }, 980] as const])(
  'the wait asked for by %o is kept',
  async (headers, atLeast) => {
    expect((await call(provider, inTurn(refuse(429, {}, headers), streamed('A')))).text).toBe('A');
    expect(waited()).toBeGreaterThanOrEqual(atLeast);
  },
);

test.each([
  [429, 20, 'The AI provider is receiving too many requests. Please try again in a minute.'],
  [429, 600, 'The AI provider is receiving too many requests. Please try again in 10 minutes.'],
  [429, 86_400, 'The AI provider is receiving too many requests. Please try again in 24 hours.'],
  [503, 60, 'The AI provider has a problem at the moment. Please try again in a few minutes.'],
  [503, 3600, 'The AI provider has a problem at the moment. Please try again in 60 minutes.'],
  [503, 2_678_400, 'The AI provider has a problem at the moment. Please try again in 31 days.'],
])('with status %i, a wait of %i seconds is told', async (status, seconds, message) => {
  const busy = refuse(status, {}, { 'retry-after-ms': '1' });
  const last = refuse(status, {}, { 'retry-after': String(seconds) });
  const problem = await failureOf(provider, inTurn(busy, busy, last));
  expect(problem).toMatchObject({ message, retryAfterSeconds: seconds });
});

test.each([
  [429, 3600, 'The AI provider is receiving too many requests. Please try again in 60 minutes.'],
  [503, 61, 'The AI provider has a problem at the moment. Please try again in a few minutes.'],
  [400, 3600, 'The AI provider did not accept the request. Please change your text and try again.'],
  [504, 7200, 'The AI provider took too long to answer. Please try again in 2 hours.'],
])(
  'with status %i and a wait of %i seconds that is too long to be kept, nothing is tried again',
  async (status, seconds, message) => {
    const problem = await failureOf(provider, refuse(status, {}, { 'retry-after': String(seconds) }));
    expect(problem).toMatchObject({ message, retryAfterSeconds: seconds });
    expect(provider.calls).toHaveLength(1);
  },
);

test('a connection that breaks before the answer is opened again', async () => {
  expect((await call(provider, inTurn(reset, streamed('A')))).text).toBe('A');
  expect(provider.calls).toHaveLength(2);
});

test('a provider that is not there is unreachable', async () => {
  const problem = await failureOf(provider, streamed('A'), {
    settings: { baseUrl: 'http://127.0.0.1:9/v1' },
  });
  expect(problem.code).toBe('provider-unreachable');
});
