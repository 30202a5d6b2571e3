import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createLinksApi } from '#web/api/links-api.ts';
import { createOwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import { broadcastWorkspaceChange } from '#web/lib/events.ts';
import { createSafeStorage, writtenLinks } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';
import { createLinksController } from '#web/links-client/list/links-controller.ts';

import { connectLinksController, openForDevice } from './connect-window.ts';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

/** A connected controller, what its browser has stored, and how often its links were read. */
function connectedController() {
  const map = new Map<string, string>();
  const storage = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  let reads = 0;
  const api = createLinksApi();
  const list = async () => {
    reads += 1;
    return { links: [], hasMore: false, nextCursor: null };
  };
  const controller = createLinksController({
    api: { ...api, list },
    loadRecovery: null,
    storage,
    storageNotice: createStore<string | null>(null),
    open: () => Promise.reject(new Error('This browser keeps nothing.')),
    alone: null,
    isCacheOwner: () => false,
    cacheBytes: 0,
    onChange() {},
    onLinkChange() {},
    onFail() {},
  });
  let hear = (_message: unknown) => {};
  const told: unknown[] = [];
  connectLinksController(controller, {
    tell: (message) => told.push(message),
    onMessage: (listener) => (hear = listener),
  });
  return { controller, map, told, hear: (message: unknown) => hear(message), reads: () => reads };
}

function sayPageshow(persisted: boolean): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

test('a page from the back/forward cache reads what other tabs have changed', async () => {
  const { controller, map, reads } = connectedController();
  await vi.waitFor(() => expect(reads()).toBe(1));
  map.set('selectedLinks', '["a"]');
  sayPageshow(false);
  expect(controller.selection.get()).toEqual([]);
  sayPageshow(true);
  expect(controller.selection.get()).toEqual(['a']);
  await vi.waitFor(() => expect(reads()).toBe(2));
});

test('many changes in another tab cause one reload', async () => {
  const { hear, reads } = connectedController();
  await vi.waitFor(() => expect(reads()).toBe(1));
  for (let time = 0; time < 5; time += 1) hear('links');
  await vi.waitFor(() => expect(reads()).toBe(2));
});

test('the other tabs are told of another workspace, and its links are read', async () => {
  const { controller, told, reads } = connectedController();
  await vi.waitFor(() => expect(reads()).toBe(1));
  controller.selection.tick('a');
  broadcastWorkspaceChange('opened');
  expect(told).toEqual(['workspace']);
  expect(controller.selection.get()).toEqual([]);
  await vi.waitFor(() => expect(reads()).toBe(2));
});

test('the deletion of all data forgets what was typed to save links, in all tabs; another workspace does not', () => {
  const { told, hear } = connectedController();
  writtenLinks.text = 'https://shop.example/knife';
  broadcastWorkspaceChange('opened');
  hear('workspace');
  expect(writtenLinks.text).not.toBe('');
  broadcastWorkspaceChange('deleted');
  expect(writtenLinks.text).toBe('');
  expect(told).toEqual(['workspace', 'workspace', 'deleted']);
  writtenLinks.text = 'https://shop.example/knife';
  hear('deleted');
  expect(writtenLinks.text).toBe('');
});

test('a change of a link in another tab is shown before the list is read', async () => {
  const { controller, hear, reads } = connectedController();
  await vi.waitFor(() => expect(reads()).toBe(1));
  const saved = { id: 'a', url: 'https://a.example/', description: 'a', createdAt: '1', updatedAt: '1' };
  const ids = () => controller.list.get().links.map(({ id }) => id);
  hear({ id: 'a', saved });
  expect(ids()).toEqual(['a']);
  hear({ id: 'a', saved: null });
  expect(ids()).toEqual([]);
  hear({ id: 'a', saved: 'what a later version of the page tells' });
  expect(ids()).toEqual([]);
});

const hosts = ['https://api.openai.com', 'http://localhost:*', 'https://localhost:*'];
const local = 'http://localhost:11434/v1';

/** Returns the address to which the page goes if this browser remembers the provider. */
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

test('only a visitor with a remembered model on this device gets the page that reaches it', () => {
  expect(destinationFor(local)).toBe('./?this-device');
  const brought = 'url=https%3A%2F%2Fshop.example%2F%3Fa%3D1%26b&title=this-device%20knife%20%23';
  expect(destinationFor(local, { search: `?${brought}` })).toBe(`./?this-device&${brought}`);
  for (const baseUrl of [null, 'https://api.openai.com/v1', 'https://localhost:1/v1'])
    expect(destinationFor(baseUrl)).toBeNull();
});

test('a page that reaches the device already does not move', () => {
  expect(destinationFor(local, { search: '?this-device' })).toBeNull();
  expect(destinationFor(local, { reachesDevice: true })).toBeNull();
});
