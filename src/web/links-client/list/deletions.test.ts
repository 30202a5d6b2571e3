import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/send.ts';

import { undoTime } from './deletions.ts';
import { createBrowser, done, link, offline, openTab, settle } from '#web/links-client/test-deletion-tab.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
afterEach(() => void vi.useRealTimers());

/** Moves the clock on by milliseconds. No timer runs, as in a closed page. */
function skip(time: number): void {
  vi.setSystemTime(Date.now() + time);
}

test('a deletion is stored at once, with the version that was seen and the end of its time for Undo', async () => {
  const { add, browser } = openTab();
  await add('a');
  expect(browser.written()).toMatchObject([
    { kind: 'delete', link: { id: 'a', updatedAt: '1' }, undoUntil: 1000 + undoTime },
  ]);
});

test('a deletion is shown before it is stored', () => {
  const { deletions } = openTab();
  deletions.add(link('a'));
  expect(deletions.get()).toEqual([{ id: 'a', canUndo: true }]);
});

test('a deletion is not sent before its six seconds are over', async () => {
  const { add, pass, sent, deletions, outbox } = openTab();
  await add('a');
  await outbox.send();
  await pass(undoTime - 1);
  expect(sent).toEqual([]);
  expect(deletions.get()).toEqual([{ id: 'a', canUndo: true }]);
  expect(outbox.get().unsent).toEqual([]);
  await pass(1);
  expect(sent).toEqual(['delete a 1']);
  expect(deletions.get()).toEqual([]);
});

test('a deletion that was undone is never sent, even if it was undone before it was stored', async () => {
  const { browser, deletions, pass, sent } = openTab();
  deletions.add(link('a'));
  expect(deletions.undo('a')).toBe(true);
  expect(deletions.get()).toEqual([]);
  await settle();
  expect(browser.written()).toEqual([]);
  await pass(undoTime * 2);
  expect(sent).toEqual([]);
});

test('two deletions each have their own six seconds', async () => {
  const { add, pass, sent } = openTab();
  await add('a');
  await pass(2000);
  await add('b');
  await pass(4000);
  expect(sent).toEqual(['delete a 1']);
  await pass(2000);
  expect(sent).toEqual(['delete a 1', 'delete b 1']);
});

test('a deletion whose time is over, but that could not be sent yet, cannot be undone', async () => {
  const { add, pass, deletions } = openTab(createBrowser(), () => offline);
  await add('a');
  await pass(undoTime);
  expect(deletions.get()).toEqual([{ id: 'a', canUndo: false }]);
  expect(deletions.undo('a')).toBe(false);
});

test('leaving the page sends pending deletions by requests that outlive it, and no other page offers Undo for them', async () => {
  const one = openTab();
  await one.add('a', 'b');
  one.deletions.flush();
  expect(one.sent.slice(0, 2)).toEqual(['leaving a 1', 'leaving b 1']);
  await settle();
  const browser = { ...one.browser, write: one.browser.write };
  const next = openTab(browser);
  await next.outbox.reload();
  expect(next.deletions.get().some(({ canUndo }) => canUndo)).toBe(false);
});

test('a page that dies while it is left has marked what it sent', async () => {
  const browser = createBrowser();
  const entry = {
    id: 'e',
    order: 1,
    kind: 'delete' as const,
    link: link('a'),
    undoUntil: 1000 + undoTime,
    status: { kind: 'waiting' as const },
  };
  browser.write([entry]);
  browser.storage.write('leftDeletions', 'd e');
  const { outbox, sent, deletions } = openTab(browser);
  await outbox.reload();
  expect(deletions.undo('a')).toBe(false);
  await outbox.send();
  expect(sent).toEqual(['delete a 1']);
});

test('an undone deletion is never sent, even if the page ended before the undo was stored', async () => {
  const browser = createBrowser();
  const { add, deletions } = openTab({
    ...browser,
    store: { ...browser.store, apply: () => new Promise(() => {}) },
  });
  await add('a');
  expect(deletions.undo('a')).toBe(true);
  const next = openTab(browser);
  await next.outbox.reload();
  expect(next.deletions.get()).toEqual([]);
  await settle();
  expect(browser.written()).toEqual([]);
  skip(2 * undoTime);
  await next.outbox.send();
  expect(next.sent).toEqual([]);
});

test('two undone deletions are never sent, even if the page ended before either undo was stored', async () => {
  const browser = createBrowser();
  const { add, deletions } = openTab({
    ...browser,
    store: { ...browser.store, apply: () => new Promise(() => {}) },
  });
  await add('a', 'b');
  deletions.undo('a');
  deletions.undo('b');
  deletions.flush();
  const next = openTab(browser);
  await next.outbox.reload();
  expect(next.deletions.get()).toEqual([]);
  skip(2 * undoTime);
  await next.outbox.send();
  expect(next.sent).toEqual([]);
});

test('two deletions that were undone while they were being stored are not sent', async () => {
  const { browser, deletions, pass, sent } = openTab();
  deletions.add(link('a'));
  deletions.add(link('b'));
  deletions.undo('a');
  deletions.undo('b');
  deletions.flush();
  await settle();
  expect(browser.written()).toEqual([]);
  await pass(undoTime);
  expect(sent).toEqual([]);
});

test('a page that is left twice has marked everything that it sent', async () => {
  const { add, browser, deletions } = openTab(createBrowser(), () => offline);
  await add('a');
  deletions.flush();
  await settle();
  await add('b');
  deletions.flush();
  await settle();
  const next = openTab(browser);
  await next.outbox.reload();
  expect(next.deletions.get()).toEqual([
    { id: 'a', canUndo: false },
    { id: 'b', canUndo: false },
  ]);
});

test('a link that is deleted, kept and deleted again before anything is stored is deleted', async () => {
  const { browser, deletions, pass, sent } = openTab();
  deletions.add(link('a'));
  deletions.undo('a');
  deletions.add(link('a'));
  await settle();
  expect(deletions.get()).toEqual([{ id: 'a', canUndo: true }]);
  expect(browser.written()).toHaveLength(1);
  await pass(undoTime);
  expect(sent).toEqual(['delete a 1']);
});

test('on leaving the page, a deletion does not overtake an unsent change of the same link', async () => {
  const { add, outbox, browser, deletions, sent } = openTab(createBrowser(), () => offline);
  browser.write([{ id: 'u', order: 1, kind: 'update', link: link('a'), status: { kind: 'waiting' } }]);
  await outbox.reload();
  await add('a', 'b');
  deletions.flush();
  expect(sent).toEqual(['leaving b 1']);
});

test('leaving one tab does not end the time for Undo of another tab’s deletions', async () => {
  const browser = createBrowser();
  const [one, other] = [openTab(browser), openTab(browser)];
  await one.add('a');
  await other.add('b');
  await one.outbox.reload();
  one.deletions.flush();
  await settle();
  expect(one.sent).toEqual(['leaving a 1', 'delete a 1']);
  await other.outbox.reload();
  expect(other.deletions.get()).toEqual([{ id: 'b', canUndo: true }]);
  expect(other.deletions.undo('b')).toBe(true);
});

test('a deletion that another tab undid and made again belongs to that tab', async () => {
  const browser = createBrowser();
  const [one, other] = [openTab(browser), openTab(browser)];
  await one.add('a');
  await other.outbox.reload();
  other.deletions.undo('a');
  await settle();
  skip(1000);
  await other.add('a');
  await one.outbox.reload();
  one.deletions.flush();
  expect(one.sent).toEqual([]);
});

test('after a crash, the next visit can undo a deletion within its time, and sends it afterwards', async () => {
  const browser = createBrowser();
  await openTab(browser).add('a', 'b');
  const soon = openTab(browser);
  await soon.outbox.reload();
  expect(soon.deletions.get()).toHaveLength(2);
  soon.deletions.undo('b');
  await settle();
  skip(1_000_000);
  const later = openTab(browser);
  await later.outbox.reload();
  expect(later.deletions.get()).toEqual([{ id: 'a', canUndo: false }]);
  await later.outbox.send();
  expect(later.sent).toEqual(['delete a 1']);
});

test('another tab shows a deletion, and its undo', async () => {
  const browser = createBrowser();
  const [one, other] = [openTab(browser), openTab(browser)];
  await one.add('a');
  await other.outbox.reload();
  expect(other.deletions.get()).toEqual([{ id: 'a', canUndo: true }]);
  one.deletions.undo('a');
  await settle();
  await other.outbox.reload();
  expect(other.deletions.get()).toEqual([]);
  await other.pass(undoTime);
  expect(other.sent).toEqual([]);
});

test('if the clock is set back, a deletion waits no longer than the time for Undo', async () => {
  const browser = createBrowser();
  vi.setSystemTime(3_600_000);
  await openTab(browser).add('a');
  vi.setSystemTime(1000);
  const { outbox, sent } = openTab(browser);
  await outbox.send();
  expect(sent).toEqual(['delete a 1']);
});

test('a deletion that meets a newer version waits for the user, and deletes it if the user says so', async () => {
  const theirs = { ...link('a', '5'), description: 'theirs' };
  const failure = new ApiError({ code: 'link-changed', detail: 'Changed.', status: 409, link: theirs });
  const { add, pass, browser, sent } = openTab(createBrowser(), ({ link: { updatedAt } }) =>
    updatedAt === '5' ? done : { kind: 'conflict', theirs, failure },
  );
  await add('a');
  await pass(undoTime);
  expect(sent).toEqual(['delete a 1']);
  expect(browser.written()).toMatchObject([{ kind: 'delete', status: { kind: 'conflict', theirs } }]);
});
