import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import { createGenerationsApi } from './generations-api.ts';
import { createStoppedCalls } from './stopped-calls.ts';
import type { StoppedCalls } from './stopped-calls.ts';

const order = { content: 'One.', linkIds: ['1'] };
const running = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'workspace-running',
  detail: 'Another generation of yours is still running.',
};

let stoppedCalls: StoppedCalls;
beforeEach(() => {
  vi.useFakeTimers();
  stoppedCalls = createStoppedCalls();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Said = 'hangs' | 'refused' | 'begins';

/** A server that says these things, one for each request; the last one again and again. */
function serverSaying(...said: readonly [Said, ...Said[]]) {
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers, signal }: RequestInit) => {
    const now = said[Math.min(keys.length, said.length - 1)];
    keys.push(new Headers(headers).get('idempotency-key') ?? '');
    if (now === 'refused') return Response.json(running, { status: 409 });
    if (now === 'begins')
      return new Response('event: version-start\ndata: {"type":"version-start","version":"safe"}\n\n');
    return new Promise<Response>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError'))),
    );
  });
  return { keys };
}

/** Presses Generate; gives what arrives first, or the code of the failure. */
function press(): { readonly stop: () => void; readonly said: Promise<string> } {
  const controller = new AbortController();
  const events = createGenerationsApi(
    'server',
    null,
    stoppedCalls,
  )(order, controller.signal)[Symbol.asyncIterator]();
  const said = events.next().then(
    ({ value }) => value?.type ?? 'nothing',
    (failure: Error) => (failure instanceof ApiError ? failure.code : failure.name),
  );
  return { stop: () => controller.abort(), said };
}

async function pressAndStop(): Promise<void> {
  const { stop, said } = press();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await said;
}

test('Generate right after Stop waits until the stopped call is settled, as one click', async () => {
  const { keys } = serverSaying('hangs', 'refused', 'refused', 'begins');
  await pressAndStop();
  const { said } = press();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await said).toBe('version-start');
  const [stopped, ...asked] = keys;
  expect(new Set(asked).size).toBe(1);
  expect(asked).not.toContain(stopped);
});

test('a call that runs elsewhere is told at once where nothing was stopped here', async () => {
  const { keys } = serverSaying('refused');
  expect(await press().said).toBe('workspace-running');
  expect(keys).toHaveLength(1);
});

test('a call that goes on although it was stopped is told of in the end', async () => {
  const { keys } = serverSaying('hangs', 'refused');
  await pressAndStop();
  const { said } = press();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await said).toBe('workspace-running');
  // The stopped one and 12 more: with each goes the whole content.
  expect(keys).toHaveLength(13);
});

test('Stop ends the waiting too', async () => {
  serverSaying('hangs', 'refused');
  await pressAndStop();
  const { stop, said } = press();
  await vi.advanceTimersByTimeAsync(1000);
  stop();
  expect(await said).toBe('AbortError');
});
