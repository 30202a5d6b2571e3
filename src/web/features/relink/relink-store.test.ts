import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { AcceptedRelink } from '#core/edits/edit.ts';
import { relinkOffers, type RelinkQuestion } from '#core/relink/relink-offers.ts';
import type { ShopTemplate } from '#core/relink/shop-template.ts';
import { createStore } from '#web/lib/store.ts';

import { addressesOf, createRelinkStore, placesOf } from './relink-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pan = 'https://shop.example/pan';
const knife = 'https://www.amazon.de/dp/B00ABCDEFG?tag=other-21';
const content = `[My pan](${pan}) is old, [this pan](${pan}) is new, and [the knife](${knife}) is sharp.`;
const saved = [
  { id: 'pan', url: `${pan}?ref=me&utm_campaign=blog` },
  { id: 'knife', url: 'https://www.amazon.com/dp/B00ABCDEFG?tag=mine-20' },
];

function openStore(links: RelinkQuestion['links'] = saved) {
  const host = {
    links: createStore(links),
    templates: createStore<readonly ShopTemplate[]>([]),
    accepted: createStore<readonly AcceptedRelink[]>([]),
  };
  const asked: string[] = [];
  const store = createRelinkStore({
    ...host,
    async find(question) {
      asked.push(question.content);
      return relinkOffers(question.content, question.links, question.templates);
    },
  });
  async function pass(milliseconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(milliseconds);
  }
  async function type(text: string): Promise<void> {
    store.setContent(text);
    await pass(1000);
  }
  const offered = () => store.get().offers.map(({ from }) => from);
  return { ...host, store, asked, pass, type, offered };
}

test('offers are looked for once, after a pause in typing', async () => {
  const { store, asked, pass, offered } = openStore();
  store.setContent('[My');
  await pass(400);
  store.setContent(content);
  await pass(400);
  expect(asked).toEqual([]);
  await pass(200);
  expect(asked).toEqual([content]);
  expect(offered()).toEqual([pan, knife]);
  expect(placesOf(store.get().offers, addressesOf(store.get().offers))).toBe(3);
});

test('who wants to see the offers does not wait for the pause', async () => {
  const { store, pass, offered } = openStore();
  store.setContent(content);
  store.refresh();
  await pass(0);
  expect(offered()).toEqual([pan, knife]);
});

test('nothing is looked for without content, or without links and templates', async () => {
  const { type, asked, offered, store } = openStore([]);
  await type(content);
  await type(' \n');
  expect(asked).toEqual([]);
  expect(offered()).toEqual([]);
  const other = openStore();
  await other.type(content);
  other.store.setContent('');
  expect(other.offered()).toEqual([]);
  expect(store.chosen()).toEqual([]);
});

test('offers follow the saved links after a pause, and the templates at once', async () => {
  const { type, links, templates, pass, offered } = openStore([]);
  await type(content);
  links.set(saved.slice(0, 1));
  await pass(1000);
  expect(offered()).toEqual([pan]);
  links.set([]);
  templates.set([{ shop: 'shop.example', template: 'https://go.example/?to={url}' }]);
  await pass(0);
  expect(offered()).toEqual([pan]);
});

test("all offers are ticked at first but those of somebody else's links", async () => {
  const { type, store } = openStore();
  await type(content);
  expect([...store.get().ticked]).toEqual([pan]);
  store.tick(knife, true);
  expect(store.chosen()).toEqual([
    { from: pan, source: { linkId: 'pan' } },
    { from: knife, source: { linkId: 'knife' } },
  ]);
  store.tickAll(false);
  expect(store.chosen()).toEqual([]);
  store.tickAll(true);
  expect(store.get().ticked.size).toBe(2);
});

test('a tick outlives typing, and accepted relinks replace all ticks', async () => {
  const { type, store, accepted } = openStore();
  await type(content);
  store.tick(pan, false);
  await type(`${content} More.`);
  expect(store.get().ticked.size).toBe(0);
  accepted.set([{ from: knife, source: { linkId: 'knife' } }]);
  expect([...store.get().ticked]).toEqual([knife]);
  expect([...store.get().accepted]).toEqual([knife]);
  // An undone exchange is an offer again.
  accepted.set([]);
  expect([...store.get().ticked]).toEqual([pan]);
});

test('the answer for an earlier content is not shown', async () => {
  const answers: ((offers: ReturnType<typeof relinkOffers>) => void)[] = [];
  const store = createRelinkStore({
    links: createStore(saved),
    templates: createStore<readonly ShopTemplate[]>([]),
    accepted: createStore<readonly AcceptedRelink[]>([]),
    find: () => new Promise((resolve) => answers.push(resolve)),
  });
  store.setContent(content);
  store.refresh();
  store.setContent('[My pan]');
  store.refresh();
  answers[0]?.(relinkOffers(content, saved, []));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.get().offers).toEqual([]);
  answers[1]?.([]);
});
