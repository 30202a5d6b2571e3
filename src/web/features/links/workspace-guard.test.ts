import { expect, test } from 'vitest';

import type { LinkPage } from '#contract/links.ts';

import { ApiError } from '#web/api/api-error.ts';

import { createWorkspaceGuard } from './workspace-guard.ts';

const link = { id: 'a', url: 'https://a.example/', description: 'a', createdAt: '1', updatedAt: '1' };
const empty: LinkPage = { links: [], hasMore: false, nextCursor: null };
const some: LinkPage = { ...empty, links: [link] };

type World = {
  readonly pages?: readonly LinkPage[];
  readonly isRestored?: boolean;
  readonly keeps?: readonly (string | Error | null)[];
};

function guardIn({ pages = [], isRestored = false, keeps = [] }: World) {
  const done: string[] = [];
  const answers = [...pages];
  const kept = [...keeps];
  const guard = createWorkspaceGuard({
    async list() {
      done.push('list');
      return answers.shift() ?? empty;
    },
    cache: { page: async () => ({ links: [], hasMore: false, isComplete: true }) },
    loadKeeping: async () => ({
      async restore() {
        done.push('restore');
      },
      async doubtEmpty() {
        done.push('doubt');
        return isRestored;
      },
      async keep() {
        done.push('keep');
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

test('a browser that keeps no cookie is told after the first save, and asked about once', async () => {
  const { guard, done } = guardIn({ keeps: ['No cookie.'] });
  await guard.saved();
  await guard.saved();
  expect(guard.workspaceNotice.text()).toBe('No cookie.');
  expect(done).toEqual(['keep']);
});

test('where the secret is kept, nothing is said; a question without an answer is asked again', async () => {
  const { guard, done } = guardIn({ keeps: [new Error('No network.')] });
  await guard.saved();
  await guard.saved();
  await guard.saved();
  expect(done).toEqual(['keep', 'keep']);
  expect(guard.workspaceNotice.text()).toBeNull();
});

test('a lost cookie is restored before anything is written, once', async () => {
  const { guard, done } = guardIn({});
  await guard.ready();
  await guard.ready();
  expect(done).toEqual(['restore']);
  guard.reset();
  await guard.ready();
  expect(done).toEqual(['restore', 'restore']);
});

test('a server that has links of this browser knows its workspace: nothing is asked before a save', async () => {
  const { guard, done, ask } = guardIn({ pages: [some] });
  await ask();
  await guard.ready();
  expect(done).toEqual(['list']);
});

test('an empty answer is doubted, and asked for again once a lost cookie is restored', async () => {
  const { done, ask } = guardIn({ pages: [empty, some], isRestored: true });
  expect(await ask()).toEqual(some);
  expect(done).toEqual(['list', 'doubt', 'list']);
  expect(await guardIn({}).ask()).toEqual(empty);
});

test('an empty search, and an empty last page, say nothing about the workspace', async () => {
  const { guard, done } = guardIn({});
  expect(await guard.list({ cursor: null, limit: 5, search: 'x' })).toEqual(empty);
  expect(await guard.list({ cursor: 'x', limit: 5 })).toEqual(empty);
  expect(done).toEqual(['list', 'list']);
});

test('a deleted workspace leaves no secret, an opened one its own', async () => {
  const deleted = guardIn({});
  await deleted.guard.changed('deleted');
  expect(deleted.done).toEqual(['forget']);
  const opened = guardIn({});
  await opened.guard.saved();
  await opened.guard.changed('opened');
  expect(opened.done).toEqual(['keep', 'forget', 'keep']);
});

test('in a workspace that all share, and where the part cannot be fetched, nothing is kept and all is saved', async () => {
  const cannot = () => Promise.reject(new ApiError({ code: 'network-failed', detail: '', status: null }));
  for (const loadKeeping of [null, cannot]) {
    const guard = createWorkspaceGuard({
      list: async () => empty,
      cache: { page: () => Promise.reject(new Error('Not asked for.')) },
      loadKeeping,
    });
    await guard.ready();
    await guard.saved();
    await guard.changed('opened');
    expect(await guard.list({ cursor: null, limit: 5 })).toEqual(empty);
    expect(guard.workspaceNotice.text()).toBeNull();
  }
});
