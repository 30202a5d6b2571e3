import { expect, test } from 'vitest';

import { createSafeStorage } from '#web/lib/storage.ts';

import { createOwnKeyStore } from './own-key-store.ts';

const hosts = ['https://api.openai.com'];
const provider = { baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-own', model: 'gpt-4o' };

function openDevice() {
  const kept = new Map<string, string>();
  const device: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  const openTab = (allowed = hosts, callable = allowed) =>
    createOwnKeyStore(
      createSafeStorage(
        () => device,
        () => {},
      ),
      allowed,
      callable,
    );
  return { kept, openTab };
}

test('a key that is not remembered is in this tab only', () => {
  const { kept, openTab } = openDevice();
  const tab = openTab();
  tab.use(provider, false);
  expect([tab.provider.get(), tab.isRemembered(), openTab().provider.get()]).toEqual([provider, false, null]);
  expect(kept.size).toBe(0);
});

test('a remembered key is there at the next visit, and forgetting removes it completely', () => {
  const { kept, openTab } = openDevice();
  openTab().use(provider, true);
  const later = openTab();
  expect([later.provider.get(), later.isRemembered()]).toEqual([provider, true]);
  later.forget();
  expect([later.provider.get(), kept.size]).toEqual([null, 0]);
});

test('a key that is no longer remembered is removed from the device and stays for this visit', () => {
  const { kept, openTab } = openDevice();
  const tab = openTab();
  tab.use(provider, true);
  tab.use(provider, false);
  expect([tab.provider.get(), kept.size]).toEqual([provider, 0]);
});

test('a key forgotten in one tab is forgotten in the other, but not a key of its own', () => {
  const { openTab } = openDevice();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  first.use(provider, true);
  second.reread();
  expect(second.provider.get()).toEqual(provider);
  third.use({ ...provider, model: 'other' }, false);
  first.forget();
  second.reread();
  third.reread();
  expect([second.provider.get(), third.provider.get()?.model]).toEqual([null, 'other']);
});

test('a tab with its own key does not remember the key of another tab', () => {
  const { openTab } = openDevice();
  const [first, second] = [openTab(), openTab()];
  first.use({ ...provider, model: 'other' }, false);
  second.use(provider, true);
  first.reread();
  expect([first.provider.get()?.model, first.isRemembered()]).toEqual(['other', false]);
});

test.each(['{', 'null', '{"baseUrl":1}', '[]', '{"baseUrl":"x","apiKey":"sk-1","model":"m"}'])(
  'an unusable entry is no key and is removed: %s',
  (text) => {
    const { kept, openTab } = openDevice();
    kept.set('ownKey', text);
    expect([openTab().provider.get(), kept.size]).toEqual([null, 0]);
  },
);

test('a remembered key for this device is kept, and not used, where the page was opened without access to it', () => {
  const { openTab } = openDevice();
  const wide = [...hosts, 'http://localhost:*'];
  const local = { baseUrl: 'http://localhost:11434/v1', apiKey: null, model: 'llama3.1' };
  const other = openTab(wide, hosts);
  openTab(wide).use(local, true);
  other.reread();
  expect([other.provider.get(), openTab(wide, hosts).provider.get()]).toEqual([null, null]);
  expect(openTab(wide).provider.get()).toEqual(local);
});

test('a remembered key for an address that the page may no longer call is forgotten', () => {
  const { kept, openTab } = openDevice();
  openTab().use(provider, true);
  expect([openTab(['https://openrouter.ai']).provider.get(), kept.size]).toEqual([null, 0]);
});
