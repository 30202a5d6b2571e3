import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { inTime, send } from './send.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const silence = () => new Promise<never>(() => {});
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );
const unreached = { code: 'network-failed' };

test('work that ends in time gives its own result, and no timer is left', async () => {
  expect(await inTime(1000, async () => 'done')).toBe('done');
  await expect(inTime(1000, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(vi.getTimerCount()).toBe(0);
});

test('late work is aborted and fails with a message for the user, even if it ignores the signal', async () => {
  let heard: AbortSignal | null = null;
  const late = inTime(1000, (signal) => {
    heard = signal;
    return silence();
  });
  const failure = failureOf(late);
  await vi.advanceTimersByTimeAsync(999);
  expect(heard).toMatchObject({ aborted: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toMatchObject(unreached);
  expect(heard).toMatchObject({ aborted: true });
});

test('the failure does not have the message of the browser for an abort', async () => {
  const hear = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('Raw.', 'AbortError'))),
    );
  const failure = failureOf(inTime(1000, hear));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await failure).toMatchObject(unreached);
});

test('the given signal ends the work at once, and no work starts if it is already aborted', async () => {
  const ending = new AbortController();
  const failure = failureOf(inTime(1000, silence, ending.signal));
  ending.abort();
  expect(await failure).toMatchObject(unreached);
  const work = vi.fn<() => Promise<void>>();
  await expect(inTime(1000, work, ending.signal)).rejects.toMatchObject(unreached);
  expect(work).not.toHaveBeenCalled();
});

test('a body that a proxy refuses as too large has a message of its own', async () => {
  const request = {
    method: 'POST',
    path: '/api/links/import',
    body: {},
    fallback: 'storage-failed',
  } as const;
  vi.stubGlobal('fetch', async () => new Response('<h1>413</h1>', { status: 413 }));
  expect(await failureOf(send(request))).toMatchObject({ code: 'request-too-large', status: 413 });
  vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }));
  expect(await failureOf(send(request))).toMatchObject({ code: 'storage-failed', status: 502 });
});
