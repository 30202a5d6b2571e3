import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { lastWorkKey } from '#web/lib/kept-work.ts';
import { parseStored } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';
import { createSelection } from '#web/links-client/list/selection.ts';

import { createLastWork } from './last-work.ts';
import { createWorkStorage, type ClearedPage, type PageState } from './stored-work.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const storedSchema = z.object({
  content: z.string(),
  earlier: z.optional(z.array(z.object({ content: z.string() }))),
});

/** A browser with tabs. */
function openBrowser() {
  const map = new Map<string, string>();
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  };

  function openTab() {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const state = createStore<PageState>({ phase: 'idle' });
    const cleared = createStore<readonly ClearedPage[]>([]);
    const lastWork = createLastWork({
      state,
      cleared,
      instructions: createStore(''),
      links: {
        selection: createSelection({ read: () => null, write() {}, remove() {} }),
        deletions: { get: () => [] },
        lookUp: async () => ({ found: [], gone: [] }),
      },
      earlier: { find: async () => null, resume() {}, end() {} },
      show: (shown) => state.set(shown ?? { phase: 'idle' }),
      stored: createWorkStorage(
        () => storage,
        () => {},
      ),
    });
    lastWork.connect();
    let content = '';
    function setContent(next: string): void {
      content = next;
      lastWork.setPage({ content, setContent });
      vi.advanceTimersByTime(1000);
    }
    setContent('');
    return {
      ...lastWork,
      type: setContent,
      content: () => content,
      reset() {
        cleared.set([{ content, linkIds: [], instructions: '', state: state.get() }]);
        setContent('');
        vi.advanceTimersByTime(8000);
      },
      close: () => page.dispatchEvent(new Event('pagehide')),
      /** The browser shows the tab again after Back. */
      showAgain: () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
      offered() {
        const { work, earlier = [] } = lastWork.offer.get() ?? {};
        return [work, ...earlier].map((offered) => offered?.content);
      },
    };
  }

  /** Returns the texts that are stored, latest first. */
  function texts(): readonly string[] {
    const last = parseStored(map.get(lastWorkKey) ?? null, storedSchema);
    return last === null ? [] : [last, ...(last.earlier ?? [])].map(({ content }) => content);
  }

  return { openTab, texts, forget: () => map.clear() };
}

test('a text that a restored one replaces is offered beside it in the next visit', () => {
  const { openTab, texts } = openBrowser();
  openTab().type('Yesterday.');
  const tab = openTab();
  tab.type('A draft of today.');
  tab.bringBack();
  expect(tab.content()).toBe('Yesterday.');
  vi.advanceTimersByTime(10_000);
  expect(openTab().offered()).toEqual(['Yesterday.', 'A draft of today.']);
  tab.type('Yesterday, and more.');
  expect(texts()).toEqual(['Yesterday, and more.', 'A draft of today.']);
});

test('kept results that are only looked at take no place of a draft', () => {
  const { openTab, texts } = openBrowser();
  const tab = openTab();
  tab.type('A draft.');
  const words = { linkIds: [], instructions: '', shown: null, changes: {} };
  for (const content of ['One', 'Two', 'Three', 'Four']) tab.bringKept({ ...words, content });
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual(['Four', 'A draft.']);
  // A changed one is a text like any other.
  tab.type('Four and a half');
  tab.bringKept({ ...words, content: 'Five' });
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual(['Five', 'Four and a half', 'A draft.']);
});

test('tabs that write in turn keep the last text of each', () => {
  const { openTab, texts } = openBrowser();
  const [one, other] = [openTab(), openTab()];
  one.type('One');
  other.type('Other');
  expect(texts()).toEqual(['Other', 'One']);
  for (const more of [' a', ' b', ' c']) {
    one.type(`One${more}`);
    other.type(`Other${more}`);
  }
  expect(texts()).toEqual(['Other c', 'One c']);
  other.close();
  one.close();
  expect(texts()).toEqual(['One c', 'Other c']);
  expect(openTab().offered()).toEqual(['One c', 'Other c']);
});

test('a text of another tab that was brought back is still kept with what that tab writes later', () => {
  const { openTab, texts } = openBrowser();
  const one = openTab();
  one.type('One');
  const other = openTab();
  one.type('One, later.');
  other.bringBack();
  vi.advanceTimersByTime(1000);
  other.type('One, otherwise.');
  expect(texts()).toEqual(['One, otherwise.', 'One, later.']);
});

test('Reset forgets the text of its tab and no other', () => {
  const { openTab, texts } = openBrowser();
  const one = openTab();
  one.type('One');
  const other = openTab();
  other.type('Other');
  one.type('One more');
  other.reset();
  expect(texts()).toEqual(['One more']);
  one.reset();
  expect(texts()).toEqual([]);
});

test('a tab that was kept for Back forgets other texts that were deleted meanwhile, and keeps its own', () => {
  const { openTab, texts, forget } = openBrowser();
  openTab().type('Yesterday.');
  const tab = openTab();
  tab.type('Mine');
  tab.showAgain();
  expect(tab.offered()).toEqual(['Yesterday.']);
  tab.close();
  forget();
  tab.showAgain();
  expect(tab.offered()).toEqual([undefined]);
  tab.type('Mine, and more');
  expect(texts()).toEqual(['Mine, and more']);
});

test('a tab that was kept for Back before it had stored anything still offers what it found', () => {
  const { openTab } = openBrowser();
  openTab().type('Yesterday.');
  const tab = openTab();
  tab.close();
  tab.showAgain();
  expect(tab.offered()).toEqual(['Yesterday.']);
});
