import { expect, test, vi } from 'vitest';
import { testLink } from '#core/links/test-link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { ApiError, apiError } from '#web/api/send.ts';
import { createOutbox, sendEntry, type Answer, type Outbox } from './outbox.ts';
import { added, type Entries, type OutboxEntry } from './entries.ts';

/** What all tabs of one browser share. */
function createBrowser() {
  let written: Entries = [];
  let turn: Promise<unknown> = Promise.resolve();
  const apply = async (revision: (entries: Entries) => Entries) => (written = revision(written));
  return {
    written: () => written,
    store: { read: async () => written, apply, applyOrRemember: apply },
    alone<T>(task: () => Promise<T>): Promise<T> {
      const mine = turn.then(task);
      turn = mine.catch(() => {});
      return mine;
    },
  };
}

const offline: Answer = { kind: 'unanswered', failure: apiError('network-failed') };
const done = (entry: OutboxEntry): Answer => ({ kind: 'done', link: entry.link });
const refusal = {
  kind: 'refused' as const,
  failure: new ApiError({ code: 'url-too-long', detail: 'Too long.', status: 400 }),
} satisfies Answer;

function openTab(browser = createBrowser(), answer: (entry: OutboxEntry) => Answer | null = done) {
  const sent: string[] = [];
  const retry = {
    failed: vi.fn<(by: string) => void>(),
    succeeded: vi.fn<() => void>(),
    forget: vi.fn<() => void>(),
  };
  const heard: string[] = [];
  let say = answer;
  const outbox: Outbox = createOutbox({
    ...browser,
    async send(entry, signal) {
      sent.push(entry.id);
      await Promise.resolve();
      const said = say(entry);
      if (said !== null) return said;
      // The network is silent.
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return offline;
    },
    canUndo: () => false,
    onAnswer(_entry, { kind }) {
      const unsent = outbox.get().unsent.map(({ id }) => id);
      heard.push(`${kind}: ${unsent.join()}`);
    },
    onChange() {},
    retry,
  });
  return { browser, outbox, sent, heard, retry, answer: (next: typeof answer) => (say = next) };
}

const change = (id: string) => ({
  id,
  kind: 'update' as const,
  link: testLink({ id: `link of ${id}`, description: id }),
});

test('a change is stored before it is sent, and removed after the answer', async () => {
  const { browser, outbox, sent } = openTab(createBrowser(), (entry) => {
    expect(browser.written()).toContainEqual(expect.objectContaining({ id: entry.id }));
    return done(entry);
  });
  await expect(outbox.addAndWait(change('a'))).resolves.toMatchObject({ kind: 'saved' });
  expect(sent).toEqual(['a']);
  expect(browser.written()).toEqual([]);
});

test('without a network changes are kept; when it is back, they are sent in order, each once', async () => {
  const { outbox, sent, answer, retry } = openTab(createBrowser(), () => offline);
  await expect(outbox.addAndWait(change('a'))).resolves.toEqual({ kind: 'kept' });
  await expect(outbox.addAndWait(change('b'))).resolves.toEqual({ kind: 'kept' });
  expect(outbox.get().unsent.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(retry.failed).toHaveBeenCalledWith('network', expect.any(Function));
  sent.length = 0;
  answer(done);
  await Promise.all([outbox.send(), outbox.send(), outbox.send()]);
  expect(sent).toEqual(['a', 'b']);
  expect(outbox.get().unsent).toEqual([]);
});

const unansweredByServer: Answer = { kind: 'unanswered', failure: refusal.failure };

test.each([refusal, unansweredByServer])(
  'a change that the server does not take is not kept while the form waits',
  async (answer) => {
    const { browser, outbox } = openTab(createBrowser(), () => answer);
    await expect(outbox.addAndWait(change('a'))).resolves.toMatchObject({ kind: 'failed' });
    expect(browser.written()).toEqual([]);
  },
);

test('a change that is refused after the form has closed is kept, and others are sent', async () => {
  const { outbox, answer, sent } = openTab(createBrowser(), () => offline);
  await outbox.addAndWait(change('a'));
  await outbox.addAndWait(change('b'));
  answer((entry) => (entry.id === 'a' ? refusal : done(entry)));
  await outbox.send();
  expect(outbox.get().unsent).toMatchObject([{ id: 'a', status: { kind: 'refused', message: 'Too long.' } }]);
  sent.length = 0;
  await outbox.send();
  expect(sent).toEqual([]);
});

test('two tabs send the entries of both, each once', async () => {
  const browser = createBrowser();
  const [one, other] = [openTab(browser, () => offline), openTab(browser, () => offline)];
  await one.outbox.addAndWait(change('a'));
  await other.outbox.addAndWait(change('b'));
  one.sent.length = 0;
  other.sent.length = 0;
  one.answer(done);
  other.answer(done);
  await Promise.all([one.outbox.send(), other.outbox.send()]);
  expect([...one.sent, ...other.sent]).toEqual(['a', 'b']);
  await other.outbox.reload();
  expect(other.outbox.get().unsent).toEqual([]);
});

test('a save that another tab has sent counts as saved', async () => {
  const browser = createBrowser();
  const [one, other] = [openTab(browser), openTab(browser)];
  const [first, second] = await Promise.all([
    one.outbox.addAndWait(change('a')),
    other.outbox.addAndWait(change('b')),
  ]);
  expect([first.kind, second.kind]).toEqual(['saved', 'saved']);
  expect([...one.sent, ...other.sent].toSorted()).toEqual(['a', 'b']);
});

test('if the outbox cannot be written, the save rejects', async () => {
  const browser = createBrowser();
  const full = {
    ...browser.store,
    apply: () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')),
  };
  const { outbox } = openTab({ ...browser, store: full });
  await expect(outbox.addAndWait(change('a'))).rejects.toThrow('Full.');
  expect(outbox.get().unsent).toEqual([]);
});

test('the answer is published before the entry leaves the outbox', async () => {
  const { outbox, heard } = openTab();
  await outbox.apply(added(change('a')));
  await outbox.send();
  expect(heard).toEqual(['done: a']);
});

test('a change that the server fails to save is named with the server’s message, until it is saved or discarded', async () => {
  const broken: Answer = {
    kind: 'unanswered',
    failure: new ApiError({ code: 'storage-failed', detail: 'The disk is full.', status: 500 }),
  };
  const { outbox, answer } = openTab(createBrowser(), () => offline);
  await outbox.addAndWait(change('a'));
  await outbox.addAndWait(change('b'));
  expect(outbox.get().failing).toBeNull();
  answer(() => broken);
  await outbox.send();
  expect(outbox.get().failing).toMatchObject({ entry: { id: 'a' }, message: 'The disk is full.' });
  answer((entry) => (entry.id === 'a' ? broken : done(entry)));
  await outbox.apply((entries) => entries.filter(({ id }) => id !== 'a'));
  await outbox.send();
  expect(outbox.get().failing).toBeNull();
  expect(outbox.get().unsent).toEqual([]);
});

test('on a silent network, the save resolves as kept after eight seconds, and is sent once', async () => {
  vi.useFakeTimers();
  try {
    const { browser, outbox, sent, answer } = openTab(createBrowser(), () => null);
    const saving = outbox.addAndWait(change('a'));
    await vi.advanceTimersByTimeAsync(7999);
    expect(outbox.get().unsent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await expect(saving).resolves.toEqual({ kind: 'kept' });
    expect(outbox.get().unsent.map(({ id }) => id)).toEqual(['a']);
    expect(sent).toEqual(['a']);
    answer(done);
    outbox.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['a', 'a']);
    expect(browser.written()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('when the network is back, a request that hangs is aborted, and unsent changes are sent at once', async () => {
  const { browser, outbox, sent, answer, retry } = openTab(createBrowser(), () => null);
  await outbox.apply(added(change('a')));
  await outbox.apply(added(change('b')));
  void outbox.send();
  await vi.waitFor(() => expect(sent).toEqual(['a']));
  answer(done);
  outbox.wake();
  await vi.waitFor(() => expect(browser.written()).toEqual([]));
  expect(sent).toEqual(['a', 'a', 'b']);
  expect(retry.forget).toHaveBeenCalled();
});

test('each saved change resets the retry delay', async () => {
  const { outbox, answer, retry } = openTab();
  await outbox.apply(added(change('a')));
  await outbox.apply(added(change('b')));
  answer((entry) => (entry.id === 'a' ? done(entry) : offline));
  await outbox.send();
  expect(retry.succeeded.mock.invocationCallOrder[0]).toBeLessThan(
    retry.failed.mock.invocationCallOrder[0] ?? 0,
  );
});

const unsaved = testLink({ id: 'x' });
const creation = { id: 'e', order: 1, kind: 'create', link: unsaved, status: { kind: 'waiting' } } as const;

const unaborted = new AbortController().signal;

function apiRefusing(code: string, status: number): LinksApi {
  const refuse = () => Promise.reject(new ApiError({ code, detail: code, status }));
  return { create: refuse, update: refuse, remove: refuse, list: refuse, changes: refuse };
}

test.each([
  ['workspace-full', 409, 'refused'],
  ['visitor-saving-limit', 429, 'refused'],
  ['visitor-workspaces-limit', 429, 'refused'],
  ['store-full', 507, 'refused'],
  ['rate-limited', 429, 'unanswered'],
  ['request-timeout', 408, 'unanswered'],
  ['storage-failed', 503, 'unanswered'],
])('%s (%i) makes a change %s', async (code, status, kind) => {
  expect(await sendEntry(apiRefusing(code, status), creation, unaborted)).toMatchObject({ kind });
});

test('a deletion names the version that was seen; a newer version is a conflict', async () => {
  const seen = { ...unsaved, updatedAt: '1' };
  const theirs = { ...unsaved, description: 'theirs', updatedAt: '2' };
  const asked: unknown[] = [];
  const api: LinksApi = {
    ...apiRefusing('unexpected', 500),
    async remove(_id, options) {
      asked.push(options?.ifUpdatedAt);
      throw new ApiError({ code: 'link-changed', detail: 'Changed.', status: 409, link: theirs });
    },
  };
  const answer = await sendEntry(api, { ...creation, kind: 'delete', link: seen }, unaborted);
  expect(asked).toEqual(['1']);
  expect(answer).toMatchObject({ kind: 'conflict', theirs });
});
