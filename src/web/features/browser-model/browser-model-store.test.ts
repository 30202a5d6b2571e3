import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { answerPrompt } from '#provider/browser-model/answer-prompt.ts';
import { installLanguageModel } from '#provider/browser-model/stand-in.ts';
import { createSafeStorage } from '#web/lib/storage.ts';

import { createBrowserModelStore } from './browser-model-store.ts';

const germanText =
  'Das ist ein Text, und er ist nicht auf Englisch. Die Kanne steht auf dem Herd, und wir trinken.';
const englishText =
  'This is a text, and it is not in another language. The kettle is on the stove, and we drink.';

function openStore(kept = new Map<string, string>()) {
  const storage = createSafeStorage(
    () => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }),
    () => {},
  );
  return { kept, store: createBrowserModelStore(storage, 'en') };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  globalThis.answerPrompt = answerPrompt;
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.LanguageModel = undefined;
});

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(200);
}

test('without the interface nothing is offered, and a choice of earlier counts for nothing', async () => {
  const { store } = openStore(new Map([['browserModel', 'yes']]));
  store.follow(englishText);
  await settle();
  expect([store.state.get(), store.isUsed.get()]).toEqual(['unavailable', false]);
});

test('the browser is asked late, once for each language of the text, and for that of the page without a text', async () => {
  installLanguageModel({ availability: { de: 'unavailable', en: 'downloadable' } });
  const { store } = openStore();
  store.follow('');
  expect(store.state.get()).toBe('unknown');
  expect(globalThis.languageModelLog.asked).toEqual([]);
  await vi.waitFor(async () => {
    await settle();
    expect(store.state.get()).toBe('downloadable');
  });
  store.follow(englishText);
  await settle();
  store.follow(germanText);
  store.follow(`${germanText} Und mehr.`);
  await vi.waitFor(async () => {
    await settle();
    expect(store.state.get()).toBe('unavailable');
  });
  expect(globalThis.languageModelLog.asked).toEqual(['en', 'de']);
});

async function openAsked(kept?: Map<string, string>) {
  const opened = openStore(kept);
  opened.store.follow(englishText);
  await vi.waitFor(async () => {
    await settle();
    expect(opened.store.state.get()).not.toBe('unknown');
  });
  return opened;
}

test('the choice downloads the model at once, is remembered, and can be taken back', async () => {
  installLanguageModel({ availability: { en: 'downloadable' } });
  const { store, kept } = await openAsked();
  const shares: (number | null)[] = [];
  store.downloaded.subscribe(() => shares.push(store.downloaded.get()));
  store.use();
  await settle();
  expect(shares).toEqual([0, 0.25, 0.5, 1, null]);
  expect([store.state.get(), store.isUsed.get()]).toEqual(['available', true]);
  expect(globalThis.languageModelLog).toMatchObject({ open: 0, created: [expect.anything()] });
  expect(openStore(kept).store.isUsed.get()).toBe(true);
  store.leave();
  expect(store.isUsed.get()).toBe(false);
  expect(kept.size).toBe(0);
});

test('a stop ends the download and the choice', async () => {
  installLanguageModel({ availability: { en: 'downloadable' }, shares: [0, 0.3] });
  const { store } = await openAsked();
  store.use();
  await settle();
  expect([store.state.get(), store.downloaded.get()]).toEqual(['downloading', 0.3]);
  store.leave();
  await settle();
  expect([store.state.get(), store.downloaded.get(), store.isUsed.get(), store.failure.get()]).toEqual([
    'downloadable',
    null,
    false,
    null,
  ]);
});

test.each([
  ['NetworkError', 'download', /could not download its model/u],
  ['NotAllowedError', 'create', /did not let the page use its model/u],
  ['OperationError', 'download', /model failed\./u],
] as const)(
  '%s at %s ends the choice with a message, and another try takes it away',
  async (name, at, message) => {
    installLanguageModel({ availability: { en: 'downloadable' }, failure: { at, name } });
    const { store } = await openAsked();
    store.use();
    await settle();
    expect([store.isUsed.get(), store.failure.get(), store.downloaded.get(), store.state.get()]).toEqual([
      false,
      expect.stringMatching(message),
      null,
      'downloadable',
    ]);
    installLanguageModel({ availability: { en: 'downloadable' } });
    store.use();
    await settle();
    expect([store.isUsed.get(), store.failure.get(), store.state.get()]).toEqual([true, null, 'available']);
  },
);

test('a model that is there needs no download', async () => {
  installLanguageModel({});
  const { store } = await openAsked();
  store.use();
  await settle();
  expect(globalThis.languageModelLog.created).toEqual([]);
  expect(store.isUsed.get()).toBe(true);
});

test('another tab’s choice counts after it is read again', async () => {
  installLanguageModel({});
  const kept = new Map<string, string>();
  const { store } = await openAsked(kept);
  openStore(kept).store.use();
  expect(store.isUsed.get()).toBe(false);
  store.reread();
  expect(store.isUsed.get()).toBe(true);
});
