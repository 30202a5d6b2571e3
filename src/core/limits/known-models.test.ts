import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { contentLimit, largestContent } from './content-limit.ts';
import { findModel, knownModels, limitsOf, protocolFor } from './known-models.ts';

test.each([
  ['gpt-4', 'gpt-4'],
  ['GPT-4', 'gpt-4'],
  ['gpt-4-0613', 'gpt-4'],
  ['gpt-4-turbo-2024-04-09', 'gpt-4-turbo'],
  ['gpt-4-1106-preview', 'gpt-4-1106-preview'],
  ['gpt-4o-2024-11-20', 'gpt-4o'],
  ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
  ['gpt-3.5-turbo-1106', 'gpt-3-5-turbo-1106'],
  ['gpt-3.5-turbo-0125', 'gpt-3-5-turbo'],
  ['openai/gpt-4o', 'gpt-4o'],
  ['openai/gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
  ['chatgpt-4o-latest', 'chatgpt-4o'],
  ['gpt-4.1', 'gpt-4-1'],
  ['gpt-4.1-nano-2025-04-14', 'gpt-4-1-nano'],
  ['gpt-5-chat-latest', 'gpt-5-chat'],
  ['gpt-5.1-2025-11-13', 'gpt-5-1'],
  ['o4-mini-2025-04-16', 'o4-mini'],
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
  ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
  ['models/gemini-2.5-flash', 'gemini-2-5-flash'],
  ['google/gemini-3-pro-preview', 'gemini-3-pro'],
  ['x-ai/grok-4-fast', 'grok-4-fast'],
  ['meta-llama/Llama-3.3-70B-Instruct-Turbo', 'llama-3-3-70b-instruct-turbo'],
  ['Qwen/Qwen2.5-72B-Instruct', 'qwen2-5-72b'],
  ['meta-llama/Meta-Llama-3.1-8B-Instruct', 'llama-3-1-8b'],
])('%s is the model %s', (name, model) => {
  expect(findModel(name)?.name).toBe(model);
});

test.each([
  'gpt-4-32k',
  'gpt-4-32k-0613',
  'gpt-4o-audio-preview',
  'gpt-4o-mini-search-preview',
  'o3-pro',
  'gpt-5-codex',
  'my-gpt-4',
  'gpt-4x',
  'llama3.1:8b',
  'deepseek/deepseek-flash:free',
  'claude-sonnet-4-5-mine',
  '',
  '/',
])('%j is not a known model', (name) => {
  expect(findModel(name)).toBeNull();
});

test('each model is in the table once and is found by its name', () => {
  expect(new Set(knownModels.map(({ name }) => name)).size).toBe(knownModels.length);
  for (const model of knownModels) expect(findModel(model.name)).toBe(model);
});

test('the documented table equals the table in the code', () => {
  const page = new URL('../../../docs/models.md', import.meta.url);
  expect(existsSync(page)).toBe(true);
  const text = readFileSync(page, 'utf8');
  const rows = [
    ...text.matchAll(
      /^\| `([^|]+)` +\| +([\d,]+) +\| +([\d,–]+) +\| +([\d.–]+) +\| +([\d.–]+) +\| (yes|no) +\| +([\d,]+) +\|/gm,
    ),
  ];
  const documented = rows.flatMap(
    ([, names = '', window = '', output = '', input = '', out = '', thinks, longest = '']) =>
      names.split('`, `').map((name) => ({
        name: name.replaceAll('.', '-'),
        contextWindow: Number(window.replaceAll(',', '')),
        outputLimit: output === '–' ? null : Number(output.replaceAll(',', '')),
        price: input === '–' ? null : { input: Number(input), output: Number(out) },
        reasons: thinks === 'yes',
        longest: Number(longest.replaceAll(',', '')),
      })),
  );
  const inCode = knownModels.map(({ tokenizer, ...model }) => ({
    ...model,
    longest: contentLimit({ ...model, tokenizer }, 'rewrite'),
  }));
  for (const model of knownModels) expect(contentLimit(model, 'edits')).toBe(largestContent);
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(documented.toSorted(byName)).toEqual(inCode.toSorted(byName));
});

const unset = { contextWindow: null, outputLimit: null };

test.each([
  'llama3.1:8b',
  'qwen3:8b',
  'qwen2.5:14b-instruct-q4_K_M',
  'meta-llama/Llama-3.2-3B-Instruct',
  'meta-llama/Meta-Llama-3.1-8B-Instruct',
  'gemma3:4b',
  'google/gemma-3n-e4b-it',
  'gemma3:1b',
  'qwen3:0.6b',
  'phi4',
  'microsoft/Phi-3.5-mini-instruct',
  'gemini-nano',
  'tinyllama',
  'smollm2',
])('%s is small and writes sentences', (name) => {
  expect(protocolFor(name, limitsOf(name, unset))).toBe('sentences');
});

test.each([
  'gpt-4',
  'gpt-4o-mini',
  'gpt-5-nano',
  'llama3.3:70b',
  'qwen3:30b-a3b',
  'mixtral-8x7b-instruct',
  'mistral-small3.2:24b',
  'gpt-oss:20b',
  'gemma3:27b',
  'claude-haiku-4-5',
  'delphi2',
  'my-model',
])('%s is not known to be small and answers in edits', (name) => {
  expect(protocolFor(name, limitsOf(name, unset))).toBe('edits');
});

test('a model of unknown size writes sentences if its window is small', () => {
  expect(protocolFor('my-model', { contextWindow: 9_216 })).toBe('sentences');
  expect(protocolFor('my-model', { contextWindow: 9_217 })).toBe('edits');
  expect(protocolFor('llama3.3:70b', { contextWindow: 4_096 })).toBe('sentences');
});
