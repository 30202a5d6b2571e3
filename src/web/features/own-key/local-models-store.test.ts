import { expect, test } from 'vitest';

import type { OwnProvider } from '#web/api/generations-api.ts';

import { createLocalModelsStore, isOffered, modelsAt, type LocalModel } from './local-models-store.ts';

const ollama = 'http://127.0.0.1:11434/v1';
const model: LocalModel = {
  name: 'qwen3:8b',
  baseUrl: ollama,
  program: 'ollama',
  contextWindow: 8_192,
  isCallable: true,
};

function open(told: readonly LocalModel[] | null, settings = {}) {
  const requested: string[] = [];
  const used: unknown[] = [];
  const store = createLocalModelsStore(
    { writer: 'built-in', reachesDevice: true, ...settings },
    { use: (provider: OwnProvider, isRemembered: boolean) => used.push([provider, isRemembered]) },
    {
      fromServer: async (isNew) => {
        requested.push(isNew ? 'server' : 'known');
        return told;
      },
      fromProgram: async (baseUrl) => {
        requested.push(baseUrl);
        return [{ ...model, baseUrl, name: 'from the page' }];
      },
    },
  );
  return { store, requested, used };
}

test('what the server finds is enough', async () => {
  const { store, requested } = open([model]);
  await store.look('http://localhost:11434/v1');
  expect([store.found.get(), requested]).toEqual([{ models: [model], isServerLooking: true }, ['server']]);
});

test('what the server has found before needs no look', async () => {
  const { store, requested } = open([model]);
  await store.recall();
  expect([store.found.get(), requested]).toEqual([{ models: [model], isServerLooking: true }, ['known']]);
  const busy = open([model], { writer: 'model' });
  await busy.store.recall();
  expect([busy.store.found.get().models, busy.requested]).toEqual([[], []]);
});

test('if the server finds nothing at an address, the page asks there itself', async () => {
  const { store, requested } = open([]);
  await store.look('http://127.0.0.1:5000/v1');
  expect(requested).toEqual(['server', 'http://127.0.0.1:5000/v1']);
  expect(store.found.get().models).toMatchObject([{ name: 'from the page' }]);
});

test('without an address only the server is requested', async () => {
  const { store, requested } = open(null);
  await store.look();
  expect([store.found.get(), requested]).toEqual([{ models: [], isServerLooking: false }, ['server']]);
});

test('a page without access to this device asks nobody, and one of a site with a model only the address', async () => {
  const shut = open([model], { reachesDevice: false });
  await shut.store.look(ollama);
  expect([shut.store.found.get().models, shut.requested]).toEqual([[], []]);
  const busy = open([model], { writer: 'model' });
  await busy.store.look(ollama);
  expect(busy.requested).toEqual([ollama]);
});

test('the chosen model is used without a key, with its window, and remembered', () => {
  const { store, used } = open([model]);
  store.use(model);
  const provider = { baseUrl: ollama, apiKey: null, model: 'qwen3:8b', contextWindow: 8_192 };
  expect(used).toEqual([[provider, true]]);
});

test('models are found under both names of this machine, and at no other port', () => {
  expect(modelsAt([model], 'http://localhost:11434/v1')).toEqual([model]);
  expect(modelsAt([model], 'http://localhost:1234/v1')).toEqual([]);
  expect(modelsAt([model], 'nothing')).toEqual([]);
});

test('offered are models that the page may call and that surely run here', () => {
  expect(isOffered(model)).toBe(true);
  expect(isOffered({ ...model, isCallable: false })).toBe(false);
  expect(isOffered({ ...model, program: 'other' })).toBe(false);
});
