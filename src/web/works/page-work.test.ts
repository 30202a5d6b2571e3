import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { AcceptedRelink } from '#core/edits/edit.ts';
import { broadcastWorkspaceChange } from '#web/lib/events.ts';
import { createStore } from '#web/lib/store.ts';
import { createSelection } from '#web/links-client/list/selection.ts';
import { useTestDatabases } from '#web/links-client/test-database.ts';

import { createLocalCopies } from './local-copies.ts';
import { createPageWork, type PageState } from './page-work.ts';
import { createTestChannels, createTestStorage, generationOf, keptOf } from './test-works.ts';
import { createResultRecords, type Work } from './work.ts';
import { createWorkStore, type WorkStore } from './work-store.ts';

beforeEach(() => {
  useTestDatabases();
  // The database in memory needs the other timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function createLocal(storage: Storage) {
  return createLocalCopies(
    () => storage,
    () => {},
  );
}

/** A browser with tabs. */
function openBrowser() {
  const storage = createTestStorage();
  const openChannel = createTestChannels();
  const stores: WorkStore[] = [];
  function openStore(): WorkStore {
    const store = createWorkStore(createLocal(storage), openChannel());
    stores.push(store);
    return store;
  }
  const watcher = openStore();

  /** Lets timers run, and waits for what they have begun in the database. */
  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    for (let turn = 0; turn < 3; turn += 1) await Promise.all(stores.map((store) => store.readKept()));
  }

  async function openTab() {
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    const state = createStore<PageState>({ phase: 'idle' });
    const results = createResultRecords();
    const resumed: string[] = [];
    const relinks = createStore<readonly AcceptedRelink[]>([]);
    const pageWork = createPageWork({
      store: openStore(),
      results,
      state,
      instructions: createStore(''),
      relinks,
      links: {
        selection: createSelection({ read: () => null, write() {}, remove() {} }),
        deletions: { get: () => [] },
        lookUp: async () => ({ found: [], gone: [] }),
      },
      find: async ({ content: ordered }) => (ordered.startsWith('Running') ? 'running' : 'lost'),
      resume: ({ content: ordered }) => resumed.push(ordered),
      end() {},
      announce() {},
      show: (shown) => state.set(shown ?? { phase: 'idle' }),
    });
    pageWork.connect();
    await pass(0);
    let content = '';
    function setContent(next: string): void {
      content = next;
      pageWork.setContent({ content, setContent });
    }
    setContent('');
    async function bringBack(work: Work | undefined): Promise<void> {
      if (work === undefined) throw new Error('Nothing is offered.');
      pageWork.bringBack(work);
      await pass(1000);
    }
    return {
      ...pageWork,
      resumed,
      results,
      relinks,
      state,
      content: () => content,
      async type(next: string) {
        setContent(next);
        await pass(1000);
      },
      bringKept: bringBack,
      bringBack: (index = 0) => bringBack(pageWork.offer.get()?.works[index]),
      async reset(wait = 8000) {
        pageWork.clear({
          content,
          linkIds: [],
          instructions: '',
          relinks: relinks.get(),
          state: state.get(),
        });
        relinks.set([]);
        state.set({ phase: 'idle' });
        setContent('');
        await pass(wait);
      },
      close: () => window.dispatchEvent(new Event('pagehide')),
      /** The browser shows the tab again after Back. */
      async showAgain() {
        window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
        await pass(0);
      },
      async change(change: 'opened' | 'deleted') {
        vi.stubGlobal('window', window);
        broadcastWorkspaceChange(change);
        await pass(1000);
      },
      offered: () => pageWork.offer.get()?.works.map((work) => work.content) ?? [],
    };
  }

  /** Returns the texts that are stored, latest first. */
  const texts = async () => (await watcher.readLast()).map(({ content }) => content);
  /** Returns the texts that are stored even if the database never answers. */
  const textsAtOnce = () =>
    createLocal(storage)
      .read()
      .map(({ content }) => content);
  return { openTab, texts, textsAtOnce, pass, forget: () => watcher.clearLast() };
}

test('a text that a restored one replaces is offered beside it in the next visit', async () => {
  const { openTab, texts, pass } = openBrowser();
  await (await openTab()).type('Yesterday.');
  const tab = await openTab();
  await tab.type('A draft of today.');
  await tab.bringBack();
  expect(tab.content()).toBe('Yesterday.');
  expect(tab.offer.get()).toMatchObject({ undoes: 'replaced', works: [{ content: 'A draft of today.' }] });
  await pass(10_000);
  expect(tab.offer.get()).toBeNull();
  expect((await openTab()).offered()).toEqual(['Yesterday.', 'A draft of today.']);
  await tab.type('Yesterday, and more.');
  expect(await texts()).toEqual(['Yesterday, and more.', 'A draft of today.']);
});

test('a text that leaves the page is stored before anything else happens', async () => {
  const { openTab, textsAtOnce } = openBrowser();
  await (await openTab()).type('Yesterday.');
  const tab = await openTab();
  const typing = tab.type('A draft of today.');
  const restoring = tab.bringBack();
  expect(textsAtOnce()).toEqual(['A draft of today.']);
  await Promise.all([typing, restoring]);
  expect(textsAtOnce()).toEqual([]);
  const resetting = tab.reset(0);
  expect(textsAtOnce()).toEqual(['Yesterday.']);
  await resetting;
});

test('Undo brings a replaced text back, and Undo of Undo the other one; each is stored once', async () => {
  const { openTab, texts } = openBrowser();
  await (await openTab()).type('Yesterday.');
  const tab = await openTab();
  await tab.type('Today.');
  await tab.bringBack();
  await tab.bringBack();
  expect([tab.content(), await texts()]).toEqual(['Today.', ['Today.', 'Yesterday.']]);
  await tab.bringBack();
  expect([tab.content(), await texts()]).toEqual(['Yesterday.', ['Yesterday.', 'Today.']]);
});

test('kept results that are only looked at take no place of a draft', async () => {
  const { openTab, texts, pass } = openBrowser();
  const tab = await openTab();
  await tab.type('A draft.');
  for (const content of ['One', 'Two', 'Three', 'Four']) await tab.bringKept(keptOf(content));
  await pass(10_000);
  expect(await texts()).toEqual(['Four', 'A draft.']);
  // A changed one is a text like any other.
  await tab.type('Four and a half');
  await tab.bringKept(keptOf('Five'));
  expect(tab.offer.get()).toMatchObject({ undoes: 'exchanged', works: [{ content: 'Four and a half' }] });
  expect(await texts()).toEqual(['Five', 'Four and a half', 'A draft.']);
});

test('a result comes back with the changes and the id under which it is kept', async () => {
  const { openTab } = openBrowser();
  const one = await openTab();
  await one.type('Bread.');
  const generation = generationOf('Bread.');
  const changes = { safe: { edits: [], removed: [] } };
  one.results.set(generation, { changes, keptId: 'kept' });
  one.state.set({ phase: 'result', generation });
  one.close();
  const other = await openTab();
  await other.bringBack();
  const shown = other.state.get();
  expect(shown).toEqual({ phase: 'result', generation });
  expect('generation' in shown && other.results.of(shown.generation)).toEqual({ changes, keptId: 'kept' });
});

test('tabs that write in turn keep the last text of each, and the tab that was left last is offered first', async () => {
  const { openTab, texts, pass } = openBrowser();
  const [one, other] = [await openTab(), await openTab()];
  await one.type('One');
  await other.type('Other');
  expect(await texts()).toEqual(['Other', 'One']);
  for (const more of [' a', ' b', ' c']) {
    await one.type(`One${more}`);
    await other.type(`Other${more}`);
  }
  expect(await texts()).toEqual(['Other c', 'One c']);
  other.close();
  await pass(1);
  one.close();
  expect(await texts()).toEqual(['One c', 'Other c']);
  expect((await openTab()).offered()).toEqual(['One c', 'Other c']);
});

test('a text of another tab that was brought back is still kept with what that tab writes later', async () => {
  const { openTab, texts } = openBrowser();
  const one = await openTab();
  await one.type('One');
  const other = await openTab();
  await one.type('One, later.');
  await other.bringBack();
  await other.type('One, otherwise.');
  expect(await texts()).toEqual(['One, otherwise.', 'One, later.']);
});

test('Reset forgets the text of its tab and no other, at once if another Reset or a kept result follows', async () => {
  const { openTab, texts, pass } = openBrowser();
  const one = await openTab();
  await one.type('One');
  const other = await openTab();
  await other.type('Other');
  await one.type('One more');
  await other.reset(7000);
  expect(await texts()).toEqual(['Other', 'One more']);
  await other.type('Written in the meantime');
  await pass(8000);
  expect(await texts()).toEqual(['Written in the meantime', 'One more']);
  await other.reset(0);
  await other.type('Again');
  await other.reset();
  await one.reset(0);
  await one.bringKept(keptOf('Kept'));
  expect(await texts()).toEqual(['Kept']);
});

test('a text that comes back after Reset is stored again; a deletion of all data forgets it', async () => {
  const { openTab, texts, pass } = openBrowser();
  const tab = await openTab();
  await tab.type('One');
  await tab.reset(0);
  await tab.bringBack();
  await pass(10_000);
  expect([tab.content(), await texts()]).toEqual(['One', ['One']]);
  await tab.change('deleted');
  tab.close();
  expect([tab.offered(), await texts()]).toEqual([[], []]);
  // The text is still on the screen when another workspace is opened.
  await tab.change('opened');
  expect(await texts()).toEqual(['One']);
});

test('a tab forgets texts that were deleted in another tab, also after Back, and keeps its own', async () => {
  const { openTab, texts, forget, pass } = openBrowser();
  await (await openTab()).type('Yesterday.');
  const [tab, late] = [await openTab(), await openTab()];
  await tab.type('Mine');
  await tab.showAgain();
  expect(tab.offered()).toEqual(['Yesterday.']);
  await forget();
  await pass(0);
  await late.showAgain();
  expect([tab.offered(), late.offered()]).toEqual([[], []]);
  tab.close();
  expect(await texts()).toEqual([]);
  await tab.type('Mine, and more');
  expect(await texts()).toEqual(['Mine, and more']);
});

test('a generation that a reload has left is found by its order, and resumed with its text only', async () => {
  const { openTab } = openBrowser();
  const tab = await openTab();
  await tab.type('Running');
  tab.state.set({
    phase: 'processing',
    order: { content: 'Running', linkIds: [], instructions: '', relinks: [] },
  });
  await tab.type('Typed later');
  const later = await openTab();
  expect(later.found.get()).toBe('running');
  await later.bringBack();
  expect([later.content(), later.resumed]).toEqual(['Typed later', ['Running']]);
  const busy = await openTab();
  await busy.bringKept(keptOf('Kept'));
  expect([busy.found.get(), busy.resumed]).toEqual([null, []]);
});

test('accepted relinks come back with their text, and leave with it at Reset', async () => {
  const { openTab } = openBrowser();
  const one = await openTab();
  await one.type('Bread.');
  const accepted = [{ from: 'https://shop.example/bread', source: { linkId: 'bread' } }];
  one.relinks.set(accepted);
  await one.type('Bread and butter.');
  const other = await openTab();
  await other.bringBack();
  expect(other.relinks.get()).toEqual(accepted);
  await other.reset(1000);
  expect(other.relinks.get()).toEqual([]);
  await other.bringBack();
  expect(other.relinks.get()).toEqual(accepted);
});

test('a relinked text that takes the place of a result can be undone, and both are stored', async () => {
  const { openTab, texts, pass } = openBrowser();
  const tab = await openTab();
  await tab.type('Bread.');
  const relinked = { phase: 'relinked', generation: generationOf('Cake.') } as const;
  tab.showRelinked(relinked);
  expect(tab.state.get()).toBe(relinked);
  expect(tab.offer.get()).toBe(null);
  const result = { phase: 'result', generation: generationOf('Bread.') } as const;
  tab.state.set(result);
  await tab.type('Cake.');
  tab.showRelinked(relinked);
  await pass(1000);
  expect(tab.state.get()).toBe(relinked);
  expect(tab.offer.get()).toMatchObject({ undoes: 'relinked', works: [{ shown: result }] });
  expect(await texts()).toEqual(['Cake.', 'Cake.']);
  await tab.bringBack();
  expect(tab.state.get()).toEqual(result);
});
