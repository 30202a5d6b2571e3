import { afterEach, expect, test, vi } from 'vitest';

import { createTabChannel } from './tab-channel.ts';

afterEach(() => void vi.unstubAllGlobals());

const news = { id: 'a', saved: { description: 'In several words' } };

/** Two tabs that share local storage; each hears of what the other one writes. */
function openTabs() {
  const [one, other] = [new EventTarget(), new EventTarget()];
  const storageOf = (heardBy: EventTarget) => ({
    read: () => null,
    write: (key: string, newValue: string) =>
      void heardBy.dispatchEvent(Object.assign(new Event('storage'), { key, newValue })),
    remove() {},
  });
  return [
    { window: one, storage: storageOf(other) },
    { window: other, storage: storageOf(one) },
  ] as const;
}

test('without a broadcast channel, tabs tell each other by local storage, whole and each time', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const [one, other] = openTabs();
  vi.stubGlobal('window', other.window);
  const heard: unknown[] = [];
  createTabChannel(other.storage).onMessage((message) => heard.push(message));
  const { tell } = createTabChannel(one.storage);
  tell('links');
  tell('links');
  tell(news);
  one.storage.write('another key', 'no JSON');
  expect(heard).toEqual(['links', 'links', news]);
});

test('by a broadcast channel, what is told arrives as it is', async () => {
  const [one, other] = openTabs();
  const heard: unknown[] = [];
  createTabChannel(other.storage).onMessage((message) => heard.push(message));
  createTabChannel(one.storage).tell(news);
  await expect.poll(() => heard).toEqual([news]);
});
