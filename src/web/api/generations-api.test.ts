import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import type { VersionEvent } from './generation-events.ts';
import { createGenerationsApi } from './generations-api.ts';
import { createStoppedCalls, type StoppedCalls } from './stopped-calls.ts';

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

/** A server that gives these answers, one for each request. It repeats the last one. */
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

/** Presses Generate. Returns the type of the first event, or the code of the failure. */
function press(): { readonly stop: () => void; readonly said: Promise<string> } {
  const controller = new AbortController();
  const generate = createGenerationsApi('server', null, stoppedCalls);
  const said = new Promise<string>((resolve) => {
    const onEvent = ({ type }: VersionEvent) => resolve(type);
    generate(order, { signal: controller.signal, onEvent }).catch((failure: Error) =>
      resolve(failure instanceof ApiError ? failure.code : failure.name),
    );
  });
  return { stop: () => controller.abort(), said };
}

async function pressAndStop(): Promise<void> {
  const { stop, said } = press();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await said;
}

test('Generate right after Stop retries with one key until the stopped call is settled', async () => {
  const { keys } = serverSaying('hangs', 'refused', 'refused', 'begins');
  await pressAndStop();
  const { said } = press();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await said).toBe('version-start');
  const [stopped, ...asked] = keys;
  expect(new Set(asked).size).toBe(1);
  expect(asked).not.toContain(stopped);
});

test('a refusal is reported at once if nothing was stopped here', async () => {
  const { keys } = serverSaying('refused');
  expect(await press().said).toBe('workspace-running');
  expect(keys).toHaveLength(1);
});

test('a refusal is reported in the end if the stopped call goes on', async () => {
  const { keys } = serverSaying('hangs', 'refused');
  await pressAndStop();
  const { said } = press();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await said).toBe('workspace-running');
  // The stopped one and 12 more: each sends the whole content.
  expect(keys).toHaveLength(13);
});

test('Stop also ends the retries', async () => {
  serverSaying('hangs', 'refused');
  await pressAndStop();
  const { stop, said } = press();
  await vi.advanceTimersByTimeAsync(1000);
  stop();
  expect(await said).toBe('AbortError');
});
