import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { ApiError, apiError } from '#web/api/api-error.ts';

import { createWorkspaceRecovery } from './workspace-recovery.ts';

/** A server with these workspaces, a browser with this cookie and this kept code. */
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
  /** What happens meanwhile when the kept code is tried. */
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
      removeAll: async () => {},
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
const link = { id: 'a', url: 'https://a.example/', description: 'a', createdAt: '1', updatedAt: '1' };
/** Links that the browser has kept. */
const copies = (...links: readonly Link[]) => ({
  page: async () => ({ links, hasMore: false, isComplete: true }),
});

test('a lost cookie is restored from the kept code', async () => {
  const { recovery, state } = browserWith({ kept: 'X' });
  expect(await recovery.checkEmpty(copies(), signal)).toBe(true);
  expect(state.cookie).toBe('X');
  const writing = browserWith({ kept: 'X' });
  await writing.recovery.restore(copies(), signal);
  expect(writing.state.cookie).toBe('X');
});

test('a cookie that opens its workspace is left as it is: then there are no links', async () => {
  const { recovery, state } = browserWith({ workspaces: ['X', 'Y'], cookie: 'Y', kept: 'X' });
  expect(await recovery.checkEmpty(copies(link), signal)).toBe(false);
  await recovery.restore(copies(), signal);
  expect(state.cookie).toBe('Y');
});

test('links that this browser has kept are not dropped because the server does not know their workspace', async () => {
  const { recovery } = browserWith({ workspaces: [] });
  await expect(recovery.checkEmpty(copies(link), signal)).rejects.toThrow(/does not know the workspace/);
});

test('a new visitor is asked about nothing', async () => {
  const { recovery, asked } = browserWith({});
  expect(await recovery.checkEmpty(copies(), signal)).toBe(false);
  await recovery.restore(copies(), signal);
  expect(asked()).toBe(0);
});

test.each(['recovery-code-unknown', 'recovery-code-invalid'])(
  'a kept code that opens nothing (%s) is forgotten',
  async (refusal) => {
    const { recovery, state } = browserWith({ workspaces: [], kept: 'X', refusal });
    expect(await recovery.checkEmpty(copies(), signal)).toBe(false);
    expect(state).toEqual({ cookie: null, kept: null });
  },
);

test('a server that fails makes nobody forget anything', async () => {
  const { recovery, state } = browserWith({ workspaces: [], kept: 'X', refusal: 'storage-failed' });
  await expect(recovery.restore(copies(), signal)).rejects.toThrow('This opens nothing.');
  expect(state.kept).toBe('X');
});

test('the secret of the workspace that is open is kept; without a cookie there is none', async () => {
  const { recovery, state } = browserWith({ workspaces: ['X', 'Y'], cookie: 'Y', kept: 'X' });
  expect(await recovery.keep(signal)).toBeNull();
  expect(state.kept).toBe('Y');
  expect(await browserWith({}).recovery.keep(signal)).toMatch(/allow cookies/);
});

test('a browser that lets nothing be kept is told of, and everything else goes on', async () => {
  const failure = new Error('Blocked.');
  const failures: unknown[] = [];
  const refuse = () => Promise.reject(failure);
  const recovery = createWorkspaceRecovery({
    api: {
      read: async () => ({ kind: 'own', exists: true, links: 0 }),
      recoveryCode: async () => 'X',
      open: refuse,
      removeAll: refuse,
    },
    secrets: { read: async () => null, write: refuse, erase: refuse },
    onFail: (told) => failures.push(told),
  });
  expect(await recovery.checkEmpty({ page: refuse }, signal)).toBe(false);
  await recovery.restore(copies(), signal);
  expect(await recovery.keep(signal)).toBeNull();
  await recovery.forget();
  expect(failures).toEqual([failure, failure]);
});

test('of two codes, the one that was refused is forgotten, and the one that another tab has kept meanwhile stays', async () => {
  const { recovery, state } = browserWith({
    workspaces: [],
    kept: 'X',
    onOpen: (now) => (now.kept = 'Y'),
  });
  await recovery.restore(copies(), signal);
  expect(state.kept).toBe('Y');
});

/** A browser that does not say in time whether it keeps a code, on a server without a workspace for it. */
function lateBrowser() {
  const failure = apiError('storage-failed');
  const late = () => Promise.reject(failure);
  return createWorkspaceRecovery({
    api: {
      read: async () => ({ kind: 'own', exists: false, links: 0 }),
      recoveryCode: late,
      open: late,
      removeAll: late,
    },
    secrets: { read: late, write: late, erase: late },
    onFail() {},
  });
}

test('a browser that keeps links and is late to say whether it keeps a code is asked again: nothing is known yet', async () => {
  const recovery = lateBrowser();
  await expect(recovery.restore(copies(), signal)).rejects.toThrow(/Please try again/);
  await expect(recovery.checkEmpty(copies(), signal)).rejects.toThrow(/Please try again/);
});

test('a browser that keeps nothing at all and never answers keeps nobody from saving', async () => {
  const recovery = lateBrowser();
  const blocked = { page: () => Promise.reject(new Error('Blocked.')) };
  await recovery.restore(blocked, signal);
  expect(await recovery.checkEmpty(blocked, signal)).toBe(false);
});
