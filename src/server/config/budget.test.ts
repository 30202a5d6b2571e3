import { expect, test } from 'vitest';

import { readConfig } from './config.ts';

const key = { OPENAI_API_KEY: 'sk-1' };
const local = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'my-model' };

test('a known model has its limits and its price, and a budget of five dollars a day', () => {
  const { model, budget, maxContentChars } = readConfig(key);
  expect(model).toMatchObject({
    limits: { contextWindow: 8_192, outputLimit: 8_192 },
    windowIsAssumed: false,
    price: { input: 30, output: 60 },
  });
  expect(budget).toEqual({ unit: 'usd', perDay: 5_000_000 });
  expect(maxContentChars).toBeGreaterThan(25_000);
  expect(readConfig({ ...key, WEAVE_PROTOCOL: 'rewrite' }).maxContentChars).toBeLessThan(7_000);
});

test('an unknown model has an assumed window, no price and no budget', () => {
  expect(readConfig(local)).toMatchObject({
    model: { limits: { contextWindow: 32_768, outputLimit: null }, windowIsAssumed: true, price: null },
    budget: null,
  });
});

test('settings of the operator replace known values', () => {
  const { model, budget, maxContentChars } = readConfig({
    ...local,
    OPENAI_CONTEXT_WINDOW: '131072',
    OPENAI_MAX_OUTPUT: '16000',
    OPENAI_PRICE_INPUT: '0.2',
    OPENAI_PRICE_OUTPUT: '0.8',
    BUDGET_DAILY_USD: '2.5',
    MAX_CONTENT_CHARS: '9000',
  });
  expect(model).toMatchObject({
    limits: { contextWindow: 131_072, outputLimit: 16_000 },
    windowIsAssumed: false,
    price: { input: 0.2, output: 0.8 },
  });
  expect(budget).toEqual({ unit: 'usd', perDay: 2_500_000 });
  expect(maxContentChars).toBe(9_000);
});

test.each([
  ['switched off', { ...key, BUDGET_DAILY_USD: 'off' }, null],
  ['of tokens', { ...local, BUDGET_DAILY_TOKENS: '2000000' }, { unit: 'tokens', perDay: 2_000_000 }],
  ['of tokens in place of dollars', { ...key, BUDGET_DAILY_TOKENS: '9' }, { unit: 'tokens', perDay: 9 }],
  ['of the built-in writer', { BUDGET_DAILY_USD: '5' }, null],
  ['of what costs nothing', { ...local, OPENAI_PRICE_INPUT: '0', OPENAI_PRICE_OUTPUT: '0' }, null],
])('a budget %s is %j', (_name, environment, budget) => {
  expect(readConfig(environment).budget).toEqual(budget);
});

test.each([
  [{ ...local, BUDGET_DAILY_USD: '5' }, '- BUDGET_DAILY_USD must be off as long as the price'],
  [{ ...local, BUDGET_DAILY_USD: '5' }, 'OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT'],
  [{ ...local, BUDGET_DAILY_USD: '5' }, 'BUDGET_DAILY_TOKENS'],
  [{ ...key, BUDGET_DAILY_USD: '5', BUDGET_DAILY_TOKENS: '9' }, '- BUDGET_DAILY_TOKENS must be off'],
  [{ ...key, BUDGET_DAILY_USD: '0' }, '- BUDGET_DAILY_USD must be an amount'],
  [
    { ...key, OPENAI_PRICE_INPUT: '3' },
    '- OPENAI_PRICE_OUTPUT must be set together with OPENAI_PRICE_INPUT.',
  ],
  [{ ...key, OPENAI_PRICE_OUTPUT: '3' }, '- OPENAI_PRICE_INPUT must be set together with'],
])('%j is refused with a reason', (environment, words) => {
  expect(() => readConfig(environment)).toThrow(words);
});

test('a small budget shortens the content, so that one generation never takes more than half of it', () => {
  const rich = readConfig({ ...key, OPENAI_MODEL: 'gpt-4.1' }).maxContentChars;
  const poor = readConfig({ ...key, OPENAI_MODEL: 'gpt-4.1', BUDGET_DAILY_USD: '0.2' }).maxContentChars;
  expect(poor).toBeLessThan(rich / 2);
  expect(poor).toBeGreaterThanOrEqual(500);
  expect(readConfig({ ...key, BUDGET_DAILY_TOKENS: '10' }).maxContentChars).toBe(500);
});
