import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './send.ts';
import { createGenerate } from './generate.ts';
import { readGeneration, type Generate, type VersionEvent } from './generations-api.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { testGeneration } from './test-generation.ts';

const order = { content: 'One.', linkIds: ['1'] };
const running = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'workspace-running',
  detail: 'Another generation of yours is still running.',
};

let generate: Generate;
beforeEach(() => {
  vi.useFakeTimers();
  generate = createGenerate();
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
  const ended: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { method, headers, signal, keepalive }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key') ?? '';
    if (method === 'DELETE') {
      ended.push(`${key} ${keepalive}`);
      return new Response(null, { status: 204 });
    }
    const now = said[Math.min(keys.length, said.length - 1)];
    keys.push(key);
    if (now === 'refused') return Response.json(running, { status: 409 });
    if (now === 'begins')
      return new Response('event: version-start\ndata: {"type":"version-start","version":"safe"}\n\n');
    return new Promise<Response>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError'))),
    );
  });
  return { keys, ended };
}

/** Presses Generate. Returns the type of the first event, or the code of the failure. */
function press(): { readonly stop: () => void; readonly said: Promise<string> } {
  const controller = new AbortController();
  const said = new Promise<string>((resolve) => {
    const onEvent = ({ type }: VersionEvent) => resolve(type);
    generate({ kind: 'server' }, order, { signal: controller.signal, onEvent }).catch((failure: Error) =>
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

test('Stop ends the generation on the server, also when the page closes; a lost connection does not', async () => {
  const { keys, ended } = serverSaying('hangs', 'begins');
  await pressAndStop();
  expect(ended).toEqual([`${keys[0]} true`]);
  expect(await press().said).toBe('version-start');
  await vi.advanceTimersByTimeAsync(10);
  expect([keys.length, ended.length]).toEqual([2, 1]);
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
  // The stopped request and 12 more. Each sends the whole content.
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

const result = { type: 'result', generation: testGeneration('Brød.') };
const edit = { id: '1', start: 0, end: 0, text: 'Brød – 🍞', by: 'model' };
const edited = { type: 'version-edit', version: 'safe', edit };

function message(data: { type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function streamOf(chunks: readonly Uint8Array[], onCancel = () => {}): ReadableStream<Uint8Array> {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: onCancel,
  });
}

async function read(body: string, chunkSize = body.length): Promise<(VersionEvent | FinishedGeneration)[]> {
  const bytes = new TextEncoder().encode(body);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.slice(at, at + chunkSize));
  const events: VersionEvent[] = [];
  const generation = await readGeneration(streamOf(chunks), 'Brød.', (event) => events.push(event));
  return [...events, generation];
}

test('the events are the same wherever the stream is cut into chunks', async () => {
  const body = `: heartbeat\n\n${message(edited)}${message(result)}`;
  const whole = await read(body);
  expect(whole).toEqual([edited, result.generation]);
  for (let chunkSize = 1; chunkSize < 40; chunkSize += 1) expect(await read(body, chunkSize)).toEqual(whole);
});

test('a problem in the stream is thrown with the message of the server', async () => {
  const problem = {
    type: 'problem',
    code: 'provider-quota',
    detail: 'The quota is used up.',
    requestId: 'r1',
  };
  await expect(read(message(edited) + message(problem))).rejects.toMatchObject({
    code: 'provider-quota',
    message: 'The quota is used up.',
  });
});

test('an event is not lost if a problem arrives in the same chunk', async () => {
  const problem = { type: 'problem', code: 'provider-reply-cut', detail: 'Cut.', requestId: 'r1' };
  const bytes = new TextEncoder().encode(message(edited) + message(problem));
  const events: VersionEvent[] = [];
  const reading = readGeneration(streamOf([bytes]), '', (event) => events.push(event));
  await expect(reading).rejects.toMatchObject({ code: 'provider-reply-cut' });
  expect(events).toEqual([edited]);
});

test('a stream that ends without a result is a network failure', async () => {
  await expect(read(message(edited))).rejects.toMatchObject({ code: 'network-failed' });
});

test.each(['data: {"type":"result"}\n\n', 'data: not JSON\n\n', 'data: {"type":"surprise"}\n\n'])(
  'an unreadable message asks the user to reload: %j',
  async (body) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'page-outdated' });
  },
);

test('a listener that throws ends the stream', async () => {
  let isCancelled = false;
  const body = streamOf(
    [new TextEncoder().encode(message(edited)), new Uint8Array()],
    () => (isCancelled = true),
  );
  const reading = readGeneration(body, '', (event) => {
    expect(event).toEqual(edited);
    throw new Error('The listener has failed.');
  });
  await expect(reading).rejects.toThrow('The listener has failed.');
  expect(isCancelled).toBe(true);
});
