import { expect, test } from 'vitest';

import type { ModelPiece } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { answerLimit, tokensAtMost } from '#core/limits/tokens.ts';
import { testJob } from '#core/generation/test-job.ts';

import { createSpending, worstCaseOf, type Excess } from './spending.ts';

const budgets = [null, { unit: 'tokens', perDay: 1e6 }, { unit: 'usd', perDay: 5_000_000 }] as const;
const links = [{ url: 'https://a.example/', description: 'A tent' }];
const price = { input: 30, output: 60 };
const job = testJob('A tent keeps the rain off. '.repeat(90), links, { terms: { price } });
const [first] = job.parts;
const repair: CompletionRequest = {
  purpose: 'repair',
  prompt: { system: 'Edit.', user: 'Weave.' },
  maxOutputTokens: 100,
};

async function* answered(outputTokens: number | null, inputTokens: number): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  if (outputTokens !== null)
    yield await Promise.resolve({ type: 'usage', inputTokens, outputTokens } as const);
}

async function spendingOf(
  outputTokens: number | null,
  inputTokens = 200,
  onExcess: (excess: Excess) => void = () => {},
) {
  if (first === undefined) throw new Error('Nothing is asked for.');
  const spending = createSpending(job.terms, onExcess);
  const take = spending.watch(first, () => {});
  for await (const piece of answered(outputTokens, inputTokens)) await take(piece);
  return spending;
}

test.each(budgets)('another call has room in the reserved cost: %j', async (budget) => {
  const worstCase = worstCaseOf(job, budget);
  const counted = await spendingOf(500);
  expect(counted.fits(repair, worstCase, budget)).toBe(true);
  expect((await spendingOf(null)).fits(repair, worstCase, budget)).toBe(true);
});

test('an endless answer without a count costs at most the limit of an answer', async () => {
  if (first === undefined) throw new Error('Nothing is asked for.');
  async function* flood(): AsyncGenerator<ModelPiece> {
    yield { type: 'answer' };
    for (let piece = 0; piece < 40; piece += 1)
      yield await Promise.resolve({ type: 'text', text: 'and so on '.repeat(10_000) } as const);
  }
  const spending = createSpending(job.terms);
  const passedOn: ModelPiece[] = [];
  const take = spending.watch(first, (piece) => void passedOn.push(piece));
  for await (const piece of flood()) await take(piece);
  expect(passedOn).toHaveLength(41);
  expect(passedOn.map(({ type }) => type)).not.toContain('usage');
  expect(spending.usage()?.outputTokens).toBe(answerLimit(first));
});

test.each(budgets)(
  'whatever a provider claims, no more is booked than the reserved cost and the margin: %j',
  async (budget) => {
    if (first === undefined) throw new Error('Nothing is asked for.');
    const worstCase = worstCaseOf(job, budget);
    const spending = await spendingOf(100_000_000, 100_000_000);
    expect(spending.usage()).toMatchObject({
      inputTokens: tokensAtMost(first).inputTokens,
      outputTokens: answerLimit(first),
    });
    const margin = 200 * (budget?.unit === 'usd' ? price.output : 1);
    expect(spending.amount(budget)).toBeLessThanOrEqual(1.25 * worstCase + margin);
  },
);

test('`onExcess` is called once for each call that is booked with less than was counted', async () => {
  if (first === undefined) throw new Error('Nothing is asked for.');
  const told: Excess[] = [];
  const tell = (excess: Excess) => told.push(excess);
  await spendingOf(null, 200, tell);
  await spendingOf(answerLimit(first), tokensAtMost(first).inputTokens, tell);
  expect(told).toEqual([]);
  await spendingOf(20_000, 200, tell);
  expect(told).toEqual([
    {
      counted: { inputTokens: 200, outputTokens: 20_000 },
      booked: { inputTokens: 200, outputTokens: answerLimit(first) },
    },
  ]);
});

test('the thoughts of a model are booked but do not count as text', async () => {
  if (first === undefined) throw new Error('Nothing is asked for.');
  async function* thinking(): AsyncGenerator<ModelPiece> {
    yield { type: 'answer' };
    yield await Promise.resolve({ type: 'unread', text: 'Let me think about that. '.repeat(20) } as const);
  }
  const spending = createSpending(job.terms);
  const passedOn: ModelPiece[] = [];
  const take = spending.watch(first, (piece) => void passedOn.push(piece));
  for await (const piece of thinking()) await take(piece);
  expect(passedOn).not.toEqual([]);
  expect(passedOn.map(({ type }) => type)).not.toContain('text');
  expect(spending.usage()?.outputTokens).toBeGreaterThan(80);
  expect([spending.hasBegun(), spending.hasWritten()]).toEqual([true, false]);
});

test.each(budgets)('no other call follows an answer beyond its limit: %j', async (budget) => {
  if (first === undefined) throw new Error('Nothing is asked for.');
  const worstCase = worstCaseOf(job, budget);
  const spending = await spendingOf(tokensAtMost(first).outputTokens * 20);
  expect(spending.fits(repair, worstCase, budget)).toBe(false);
});
