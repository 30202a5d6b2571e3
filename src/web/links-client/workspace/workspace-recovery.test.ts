import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { testLink } from '#core/links/test-link.ts';
import { ApiError, apiError } from '#web/api/send.ts';

import { createWorkspaceRecovery } from './workspace-recovery.ts';

/** A server with these workspaces, and a browser with this cookie and this stored code. */
function browserWith({
  workspaces = ['X'],
  cookie = null,
  kept = null,
  refusal = 'recovery-code-unknown',
  onOpen = () => {},
}: {
  readonly workspaces?: readonly string[];
  readonly cookie?: string | null;
  readonly kept?: string | null;
  readonly refusal?: string;
  /** Runs while the stored code is tried. */
  readonly onOpen?: (state: { cookie: string | null; kept: string | null }) => void;
}) {
  const state = { cookie, kept };
  let asked = 0;
  const isThere = () => state.cookie !== null && workspaces.includes(state.cookie);
  const recovery = createWorkspaceRecovery({
    api: {
      async read() {
        asked += 1;
        return { kind: 'own', exists: isThere(), links: 0 };
      },
      recoveryCode: async () => state.cookie ?? '',
      async open(code) {
        onOpen(state);
        if (!workspaces.includes(code))
          throw new ApiError({ code: refusal, detail: 'This opens nothing.', status: 404 });
        state.cookie = code;
        return { kind: 'own', exists: true, links: 0 };
      },
    },
    secrets: {
      read: async () => state.kept,
      async write(code) {
        state.kept = code;
      },
      async erase(code = state.kept ?? '') {
        if (state.kept === code) state.kept = null;
      },
    },
    onFail() {},
  });
  return { recovery, state, asked: () => asked };
}

const { signal } = new AbortController();
const link = testLink();
/** Links in the browser's cache. */
const copies = (...links: readonly Link[]) => ({ hasLinks: async () => links.length > 0 });

test('a lost cookie is restored from the stored code', async () => {
  const { recovery, state } = browserWith({ kept: 'X' });
  expect(await recovery.checkEmpty(copies(), signal)).toBe('restored');
  expect(state.cookie).toBe('X');
  const writing = browserWith({ kept: 'X' });
  await writing.recovery.restore(copies(), signal);
  expect(writing.state.cookie).toBe('X');
});

test('a cookie that opens its workspace stays, and the list is empty', async () => {
  const { recovery, state } = browserWith({ workspaces: ['X', 'Y'], cookie: 'Y', kept: 'X' });
  expect(await recovery.checkEmpty(copies(link), signal)).toBe('empty');
  await recovery.restore(copies(), signal);
  expect(state.cookie).toBe('Y');
});

test('cached links are not dropped if the server does not know their workspace', async () => {
  const { recovery } = browserWith({ workspaces: [] });
  expect(await recovery.checkEmpty(copies(link), signal)).toBe('unknown');
});

test('for a new visitor nothing is checked', async () => {
  const { recovery, asked } = browserWith({});
  expect(await recovery.checkEmpty(copies(), signal)).toBe('empty');
  await recovery.restore(copies(), signal);
  expect(asked()).toBe(0);
});

test.each(['recovery-code-unknown', 'recovery-code-invalid'])(
  'a stored code that opens nothing (%s) is erased',
  async (refusal) => {
    const { recovery, state } = browserWith({ workspaces: [], kept: 'X', refusal });
    expect(await recovery.checkEmpty(copies(), signal)).toBe('empty');
    expect(state).toEqual({ cookie: null, kept: null });
  },
);

test('if the server fails, the stored code stays', async () => {
  const { recovery, state } = browserWith({ workspaces: [], kept: 'X', refusal: 'storage-failed' });
  await expect(recovery.restore(copies(), signal)).rejects.toThrow('This opens nothing.');
  expect(state.kept).toBe('X');
});

test('the code of the open workspace is stored; without a cookie there is none', async () => {
  const { recovery, state } = browserWith({ workspaces: ['X', 'Y'], cookie: 'Y', kept: 'X' });
  expect(await recovery.keep(signal)).toBeNull();
  expect(state.kept).toBe('Y');
  expect(await browserWith({}).recovery.keep(signal)).toMatch(/allow cookies/);
});

test('if the browser stores nothing, that is reported, and everything else works', async () => {
  const failure = new Error('Blocked.');
  const failures: unknown[] = [];
  const refuse = () => Promise.reject(failure);
  const recovery = createWorkspaceRecovery({
    api: {
      read: async () => ({ kind: 'own', exists: true, links: 0 }),
      recoveryCode: async () => 'X',
      open: refuse,
    },
    secrets: { read: async () => null, write: refuse, erase: refuse },
    onFail: (told) => failures.push(told),
  });
  expect(await recovery.checkEmpty({ hasLinks: refuse }, signal)).toBe('empty');
  await recovery.restore(copies(), signal);
  expect(await recovery.keep(signal)).toBeNull();
  await recovery.forget();
  expect(failures).toEqual([failure, failure]);
});

test('a refused code is erased, but not a code that another tab has stored in the meantime', async () => {
  const { recovery, state } = browserWith({
    workspaces: [],
    kept: 'X',
    onOpen: (now) => (now.kept = 'Y'),
  });
  await recovery.restore(copies(), signal);
  expect(state.kept).toBe('Y');
});

/** A browser whose storage does not answer in time, and a server without a workspace for it. */
function lateBrowser() {
  const failure = apiError('storage-failed');
  const late = () => Promise.reject(failure);
  return createWorkspaceRecovery({
    api: {
      read: async () => ({ kind: 'own', exists: false, links: 0 }),
      recoveryCode: late,
      open: late,
    },
    secrets: { read: late, write: late, erase: late },
    onFail() {},
  });
}

test('if a browser with cached links does not answer in time, the check fails and is repeated later', async () => {
  const recovery = lateBrowser();
  await expect(recovery.restore(copies(), signal)).rejects.toThrow(/Please try again/);
  await expect(recovery.checkEmpty(copies(), signal)).rejects.toThrow(/Please try again/);
});

test('a browser that stores nothing and never answers does not stop a save', async () => {
  const recovery = lateBrowser();
  const blocked = { hasLinks: () => Promise.reject(new Error('Blocked.')) };
  await recovery.restore(blocked, signal);
  expect(await recovery.checkEmpty(blocked, signal)).toBe('empty');
});
