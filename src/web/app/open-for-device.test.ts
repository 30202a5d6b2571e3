import { expect, test } from 'vitest';

import { createOwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import { openForDevice } from './open-for-device.ts';
import { createSafeStorage } from '#web/lib/storage.ts';

const hosts = ['https://api.openai.com', 'http://localhost:*', 'https://localhost:*'];
const local = 'http://localhost:11434/v1';

/** Returns the address to which the page goes if the visitor has this provider remembered. */
function destinationFor(baseUrl: string | null, { search = '', reachesDevice = false } = {}): string | null {
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
  if (baseUrl !== null)
    createOwnKeyStore(storage, hosts, hosts).use({ baseUrl, apiKey: null, model: 'm' }, true);
  let destination: string | null = null;
  openForDevice({ reachesDevice }, storage, { search, replace: (url) => (destination = String(url)) });
  return destination;
}

test('a visitor with a remembered model on this device gets the page that reaches it, and nobody else', () => {
  expect(destinationFor(local)).toBe('/?this-device');
  expect(destinationFor(local, { search: '?from=bookmark' })).toBe('/?this-device');
  for (const baseUrl of [null, 'https://api.openai.com/v1', 'https://localhost:1/v1'])
    expect(destinationFor(baseUrl)).toBeNull();
});

test('a page that reaches the device already does not move', () => {
  expect(destinationFor(local, { search: '?this-device' })).toBeNull();
  expect(destinationFor(local, { reachesDevice: true })).toBeNull();
});
