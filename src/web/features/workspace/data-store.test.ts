import { expect, onTestFinished, test, vi } from 'vitest';
import type { Workspace } from '#contract/visitor.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';
import { createDataStore, createKeptCopies, turnTimeout } from './data-store.ts';
import type { LinkImport } from '#contract/links.ts';
import { testFields, testLink } from '#core/links/test-link.ts';

const workspace = { kind: 'own', exists: true, links: 3 } as const;

/** A server that answers, or fails while `failure` says so. */
function createServer() {
  const server: { failure: string | null; calls: string[]; workspace: Workspace } = {
    failure: null,
    calls: [],
    workspace,
  };
  async function answer<T>(call: string, value: T): Promise<T> {
    server.calls.push(call);
    if (server.failure !== null) throw new Error(server.failure);
    return value;
  }
  return Object.assign(server, {
    read: () => answer('read', server.calls.includes('save') ? { ...workspace, links: 4 } : server.workspace),
    copies: { count: () => 4, save: () => answer('save', undefined) },
    recoveryCode: () => answer('code', 'ABCD'),
    open: (code: string) => answer(`open ${code}`, { ...workspace, links: 7 }),
    removeAll: () => answer('delete', undefined),
  });
}

async function openStore(server: ReturnType<typeof createServer>) {
  const changes: string[] = [];
  const store = createDataStore({
    api: server,
    copies: server.copies,
    hasWork: async () => true,
    inTurn: (_change, act) => act(),
    onChanged: (change) => changes.push(change),
  });
  await store.refresh();
  return { store, changes };
}

test('the code is only fetched when the user asks, and is hidden when another workspace is opened', async () => {
  const server = createServer();
  const { store, changes } = await openStore(server);
  expect(store.get()).toMatchObject({ workspace, code: null });
  await store.showCode();
  expect(store.get().code).toBe('ABCD');
  await store.openWorkspace('WXYZ');
  expect(store.get()).toMatchObject({ workspace: { links: 7 }, code: null, done: 'opened' });
  expect(changes).toEqual(['opened']);
  expect(server.calls).toEqual(['read', 'code', 'open WXYZ']);
});

test('a failed task changes nothing and says why, and one task runs at a time', async () => {
  const server = createServer();
  const { store, changes } = await openStore(server);
  server.failure = 'No network.';
  await Promise.all([store.removeAll(), store.removeAll()]);
  expect(store.get()).toMatchObject({
    workspace,
    problem: { task: 'delete', message: 'No network.' },
    running: null,
  });
  expect(changes).toEqual([]);

  server.failure = null;
  await store.removeAll();
  expect(store.get()).toMatchObject({
    workspace: { exists: false, links: 0 },
    problem: null,
    done: 'deleted',
  });
  expect(changes).toEqual(['deleted']);
  expect(server.calls.filter((call) => call === 'delete')).toHaveLength(2);
});

test('links of a workspace that the server does not know can be saved again, also in a second try', async () => {
  const server = createServer();
  server.workspace = { kind: 'own', exists: false, links: 0 };
  const { store, changes } = await openStore(server);
  expect(store.get()).toMatchObject({ copies: 4, done: null });
  server.failure = 'No network.';
  await store.saveCopies();
  expect(store.get()).toMatchObject({ copies: 4, problem: { task: 'copies', message: 'No network.' } });
  expect(changes).toEqual([]);
  server.failure = null;
  await store.saveCopies();
  expect(store.get()).toMatchObject({ workspace: { exists: true, links: 4 }, done: 'saved' });
  expect(changes).toEqual(['opened']);
});

test('a deletion waits for its turn, says so, and does not run in a turn that comes too late', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  const turns: (() => void)[] = [];
  const inTurn = async <T>(_change: WorkspaceChange, act: () => Promise<T>) => {
    await new Promise<void>((resolve) => turns.push(resolve));
    return act();
  };
  const store = createDataStore({
    api: server,
    copies: server.copies,
    hasWork: async () => true,
    inTurn,
    onChanged() {},
  });
  const first = store.removeAll();
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.get()).toMatchObject({ running: 'delete', isWaiting: true });
  expect(server.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(turnTimeout);
  await first;
  expect(store.get()).toMatchObject({ running: null, isWaiting: false, problem: { task: 'delete' } });
  turns[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.calls).toEqual([]);

  const second = store.removeAll();
  await vi.advanceTimersByTimeAsync(1000);
  turns[1]?.();
  await second;
  expect(server.calls).toEqual(['delete']);
  expect(store.get()).toMatchObject({ isWaiting: false, done: 'deleted' });
});

test('cached links are saved again in their old order, with their ids, in several requests', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const ids = Array.from({ length: 1234 }, (_, number) => `id-${number}`);
  const fields = testFields({ url: 'https://a.example/', description: 'A pan' });
  const saved = ids.toReversed().map((id) => testLink({ ...fields, id }));
  const requests: LinkImport['links'][] = [];
  const importLinks = async (links: LinkImport['links']) => {
    requests.push(links);
    return [];
  };
  const copies = createKeptCopies({ importLinks }, () => saved);
  expect(copies.count()).toBe(ids.length);
  await copies.save();
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.flat().map(({ id }) => id)).toEqual(ids);
  expect(requests[0]?.[0]).toEqual({ id: 'id-0', ...fields });
});
