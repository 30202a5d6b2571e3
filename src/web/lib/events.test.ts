import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { broadcastRefresh, broadcastReset, onRefresh, onReset } from './events.ts';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

test('a reset is heard until the listener unsubscribes', () => {
  let resets = 0;
  const stop = onReset(() => (resets += 1));
  broadcastReset();
  stop();
  broadcastReset();
  expect(resets).toBe(1);
});

test('a refresh after an add names the new link, any other names none', () => {
  const heard: Array<string | null> = [];
  onRefresh((linkId) => heard.push(linkId));
  broadcastRefresh('a');
  broadcastRefresh();
  window.dispatchEvent(new CustomEvent('refreshLinks', { detail: { linkId: 7 } }));
  window.dispatchEvent(new Event('refreshLinks'));
  expect(heard).toEqual(['a', null, null, null]);
});
