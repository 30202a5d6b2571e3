import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LinkPage } from '#contract/link-pages.ts';
import { testLink } from '#core/links/test-link.ts';

import { ApiError } from '#web/api/send.ts';

import { createWorkspaceGuard, unknownWorkspaceCode, type GuardHost } from './workspace-guard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const empty: LinkPage = { links: [], hasMore: false, nextCursor: null };
const some: LinkPage = { ...empty, links: [testLink()] };

type World = {
  readonly pages?: readonly LinkPage[];
  readonly finding?: 'empty' | 'restored' | 'unknown';
  readonly keeps?: readonly (string | Error | null)[];
  /** Runs one task at a time over all tabs. */
  readonly alone?: GuardHost['alone'];
  /** What the server does when it is asked before and after a save. */
  readonly answer?: (signal: AbortSignal) => Promise<void>;
};

const atOnce: GuardHost['alone'] = (task) => task();
const silence = () => new Promise<never>(() => {});

function guardIn({
  pages = [],
  finding = 'empty',
  keeps = [],
  alone = atOnce,
  answer = async () => {},
}: World) {
  const done: string[] = [];
  const answers = [...pages];
  const kept = [...keeps];
  const guard = createWorkspaceGuard({
    async list() {
      done.push('list');
      return answers.shift() ?? empty;
    },
    alone,
    cache: { hasLinks: async () => false },
    loadRecovery: async () => ({
      async restore(_copies, signal) {
        done.push('restore');
        await answer(signal);
      },
      async checkEmpty(_copies, signal) {
        done.push('doubt');
        await answer(signal);
        return finding;
      },
      async keep(signal) {
        done.push('keep');
        await answer(signal);
        const outcome = kept.shift() ?? null;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      async forget() {
        done.push('forget');
      },
    }),
  });
  const ask = () => guard.list({ cursor: null, limit: 5 });
  return { guard, done, ask };
}

test('if the browser keeps no cookie, a notice appears after the first save, and the cookie is checked once', async () => {
  const { guard, done } = guardIn({ keeps: ['No cookie.'] });
  await guard.saved();
  await guard.saved();
  expect(guard.workspaceNotice.get()).toBe('No cookie.');
  expect(done).toEqual(['keep']);
});

test('if the recovery code is stored, there is no notice; a check that fails is repeated', async () => {
  const { guard, done } = guardIn({ keeps: [new Error('No network.')] });
  await guard.saved();
  await guard.saved();
  await guard.saved();
  expect(done).toEqual(['keep', 'keep']);
  expect(guard.workspaceNotice.get()).toBeNull();
});

test('a lost cookie is restored once, before the first write', async () => {
  const { guard, done } = guardIn({});
  await guard.ready();
  await guard.ready();
  expect(done).toEqual(['restore']);
  guard.reset();
  await guard.ready();
  expect(done).toEqual(['restore', 'restore']);
});

test('if the server has links of this browser, nothing is checked before a save', async () => {
  const { guard, done, ask } = guardIn({ pages: [some] });
  await ask();
  await guard.ready();
  expect(done).toEqual(['list']);
});

test('an empty answer is checked, and the list is read again after a lost cookie is restored', async () => {
  const { done, ask } = guardIn({ pages: [empty, some], finding: 'restored' });
  expect(await ask()).toEqual(some);
  expect(done).toEqual(['list', 'doubt', 'list']);
  expect(await guardIn({}).ask()).toEqual(empty);
});

test('an empty answer is refused if the server does not know the workspace of the cached links', async () => {
  await expect(guardIn({ finding: 'unknown' }).ask()).rejects.toMatchObject({
    code: unknownWorkspaceCode,
    message: expect.stringContaining('no longer has your links'),
  });
});

test('an empty last page does not start a check of the workspace', async () => {
  const { guard, done } = guardIn({});
  expect(await guard.list({ cursor: 'x', limit: 5 })).toEqual(empty);
  expect(done).toEqual(['list']);
});

test('after a deletion no recovery code is stored; after another workspace is opened, its code is stored', async () => {
  const deleted = guardIn({});
  await deleted.guard.changed('deleted');
  expect(deleted.done).toEqual(['forget']);
  const opened = guardIn({});
  await opened.guard.saved();
  await opened.guard.changed('opened');
  expect(opened.done).toEqual(['keep', 'forget', 'keep']);
});

test('in a shared workspace, or if the code part cannot be loaded, links are saved and no recovery code is stored', async () => {
  const cannot = () => Promise.reject(new ApiError({ code: 'network-failed', detail: '', status: null }));
  for (const loadRecovery of [null, cannot]) {
    const guard = createWorkspaceGuard({
      list: async () => empty,
      alone: atOnce,
      cache: { hasLinks: () => Promise.reject(new Error('Not asked for.')) },
      loadRecovery,
    });
    await guard.ready();
    await guard.saved();
    await guard.changed('opened');
    expect(await guard.list({ cursor: null, limit: 5 })).toEqual(empty);
    expect(guard.workspaceNotice.get()).toBeNull();
  }
});

test('after an answer without links the recovery code is stored again, because the workspace may be another one', async () => {
  const { guard, done, ask } = guardIn({});
  await guard.ready();
  await guard.saved();
  await ask();
  await guard.ready();
  await guard.saved();
  expect(done).toEqual(['restore', 'keep', 'list', 'doubt', 'restore', 'keep']);
});

test('an empty answer is checked while no other tab can change the workspace', async () => {
  let begin = () => {};
  const turn = new Promise<void>((resolve) => (begin = resolve));
  const { done, ask } = guardIn({
    pages: [empty, some],
    finding: 'restored',
    alone: (task) => turn.then(task),
  });
  const asked = ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['list']);
  begin();
  expect(await asked).toEqual(some);
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );
const unreached = { message: expect.stringContaining('could not be reached') };

test('a check of a server that never answers ends in time, with a message for the user', async () => {
  const { guard, ask } = guardIn({ answer: silence });
  const failures = Promise.all([ask(), guard.ready(), guard.saved()].map(failureOf));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failures).toEqual([
    expect.objectContaining(unreached),
    expect.objectContaining(unreached),
    null,
  ]);
});

test('when the network is back, checks that hang before and after a request end at once and are repeated', async () => {
  const { guard, done } = guardIn({ answer: silence });
  const request = new AbortController();
  const { signal } = request;
  const failures = Promise.all([guard.ready(signal), guard.saved(signal)].map(failureOf));
  await vi.advanceTimersByTimeAsync(0);
  request.abort();
  expect(await failures).not.toContain(null);
  void failureOf(guard.ready());
  void failureOf(guard.saved());
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['restore', 'keep', 'restore', 'keep']);
});

test('a code part that hangs while it is loaded ends in time too', async () => {
  const guard = createWorkspaceGuard({
    list: async () => empty,
    alone: atOnce,
    cache: { hasLinks: silence },
    loadRecovery: silence,
  });
  const request = new AbortController();
  const failure = failureOf(guard.ready(request.signal));
  request.abort();
  expect(await failure).toMatchObject(unreached);
});
