import { expect, test } from 'vitest';

import { createOwnKey } from '#web/features/own-key/own-key-store.ts';
import { openForDevice } from './open-for-device.ts';
import { createSafeStorage } from '#web/lib/storage.ts';

const hosts = ['https://api.openai.com', 'http://localhost:*', 'https://localhost:*'];
const local = 'http://localhost:11434/v1';

/** Where the page is led whose visitor has this provider remembered. */
function ledTo(baseUrl: string | null, { search = '', reachesDevice = false } = {}): string | null {
  const kept = new Map<string, string>();
  const device = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  const storage = createSafeStorage(
    () => device,
    () => {},
  );
  if (baseUrl !== null) createOwnKey(storage, hosts).use({ baseUrl, apiKey: null, model: 'm' }, true);
  let led: string | null = null;
  openForDevice({ reachesDevice }, storage, { search, replace: (url) => (led = String(url)) });
  return led;
}

test('who has a model on this device remembered gets the page that reaches it, and nobody else', () => {
  expect(ledTo(local)).toBe('/?this-device');
  expect(ledTo(local, { search: '?from=bookmark' })).toBe('/?this-device');
  for (const baseUrl of [null, 'https://api.openai.com/v1', 'https://localhost:1/v1'])
    expect(ledTo(baseUrl)).toBeNull();
});

test('who is there already is not led on', () => {
  expect(ledTo(local, { search: '?this-device' })).toBeNull();
  expect(ledTo(local, { reachesDevice: true })).toBeNull();
});
