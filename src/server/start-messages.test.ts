import { expect, test } from 'vitest';

import { readConfig } from './config/config.ts';
import { localModelsMessage, startMessages } from './start-messages.ts';

const linesOf = (environment: Record<string, string>, hiddenLinks = 0) =>
  startMessages(readConfig(environment), 'http://127.0.0.1:3000/', hiddenLinks).join('\n');
const local = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'llama' };

test('a start with a known model prints its budget, its price and the longest content, and never the key', () => {
  const lines = linesOf({ OPENAI_API_KEY: 'sk-secret', BUDGET_DAILY_USD: '7.5' });
  expect(lines).toContain('The model gpt-4 at api.openai.com writes.');
  expect(lines).toContain('The budget is $7.5 a day (UTC), at $30 for a million tokens in and $60 out.');
  expect(lines).toMatch(/^Contents of up to [\d,]+ characters are taken\.$/m);
  expect(lines).not.toContain('sk-secret');
  expect(lines).not.toContain('assumed');
});

test('a start prints the address of the page, with its path', () => {
  const url = 'http://127.0.0.1:3000';
  const firstLineWith = (environment: Record<string, string>) =>
    startMessages(readConfig(environment), url, 0)[0];
  expect(firstLineWith({})).toBe(`Linkweft is ready at ${url}`);
  expect(firstLineWith({ BASE_PATH: '/tools/linkweft' })).toBe(`Linkweft is ready at ${url}/tools/linkweft/`);
});

test('a start with an unknown model prints what is assumed, and how to set a budget', () => {
  const lines = linesOf(local);
  expect(lines).toContain('The context window of llama is not known: 32,768 tokens are assumed.');
  expect(lines).toContain('There is no budget: the price of llama is not known. Set OPENAI_PRICE_INPUT');
});

test.each([
  [{ ...local, BUDGET_DAILY_TOKENS: '2000000' }, 'The budget is 2,000,000 tokens a day (UTC).'],
  [
    { OPENAI_API_KEY: 'k', BUDGET_DAILY_USD: 'off' },
    'There is no budget: what is generated may cost any amount.',
  ],
  [{}, 'No AI model is configured: the built-in writer writes.'],
])('for %j the start prints: %s', (environment, line) => {
  expect(linesOf(environment)).toContain(line);
});

test('models on this machine are named, at most three of them', () => {
  const found = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name,
    baseUrl: 'http://127.0.0.1:11434/v1',
    program: 'ollama' as const,
    contextWindow: 4_096,
    isCallable: true,
  }));
  expect(localModelsMessage(found.slice(0, 1))).toEqual([
    'On this machine there is a: the page offers to write with it.',
  ]);
  expect(localModelsMessage(found)[0]).toContain('there is a, b, c and 2 more:');
  expect([...localModelsMessage([]), ...localModelsMessage(null)]).toEqual([]);
});

test('hidden links of the shared list are counted, and the start prints how to show them', () => {
  expect(linesOf({}, 1234)).toContain('1,234 links are in the shared list, which no visitor sees');
  expect(linesOf({}, 1)).toMatch(/^1 link is in the shared list.* set WORKSPACE=shared to show/m);
  expect(linesOf({})).not.toContain('shared list');
});
