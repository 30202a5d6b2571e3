import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';

import { sendEventStream } from './generation-routes.ts';

let app: FastifyInstance;
afterEach(() => app.close());

const problemEvent = (error: unknown) => ({ type: 'problem', detail: String(error) });

async function serve(
  events: AsyncIterable<{ readonly type: string }>,
  keepAlive = 15_000,
  timeout = 60_000,
): Promise<URL> {
  app = fastify({ forceCloseConnections: true });
  app.get('/', (_request, reply) =>
    sendEventStream(reply.header('x-own', 'kept'), events, {
      eventOf: (event) => event,
      problemEvent,
      keepAlive,
      timeout,
    }),
  );
  return new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
}

async function* eventsOf(...texts: readonly string[]) {
  for (const text of texts) yield await Promise.resolve({ type: 'version-text', text });
}

test('each event has its name and one line of JSON, after a comment that opens the stream', async () => {
  const answer = await fetch(await serve(eventsOf('a\nb', 'c')));
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
  expect(answer.headers.get('x-own')).toBe('kept');
  expect(await answer.text()).toBe(
    [
      ': open\n\n',
      'event: version-text\ndata: {"type":"version-text","text":"a\\nb"}\n\n',
      'event: version-text\ndata: {"type":"version-text","text":"c"}\n\n',
    ].join(''),
  );
});

test('a comment keeps a quiet stream alive, and no event is lost', async () => {
  let text = '';
  async function* quiet() {
    await expect.poll(() => text.split(': still here\n\n').length).toBeGreaterThanOrEqual(3);
    yield { type: 'late' };
  }
  const answer = await fetch(await serve(quiet(), 20));
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  expect(text).toMatch(/: still here\n\nevent: late\ndata: \{"type":"late"\}\n\n$/);
});

test('the failure of a source is the last event', async () => {
  async function* broken() {
    yield await Promise.resolve({ type: 'tick' });
    throw new Error('broken');
  }
  const text = await (await fetch(await serve(broken()))).text();
  expect(text).toMatch(/event: tick\n[^]*event: problem\ndata: .*broken.*\n\n$/);
});

test('a client that leaves ends the source', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield await sleep(1, { type: 'tick' });
    } finally {
      ended = true;
    }
  }
  const controller = new AbortController();
  const answer = await fetch(await serve(endless()), { signal: controller.signal });
  await answer.body?.getReader().read();
  controller.abort();
  await expect.poll(() => ended).toBe(true);
});

test('if a client does not read, the source is read only as far as the buffers allow', async () => {
  let given = 0;
  async function* flood() {
    for (;;) {
      given += 1;
      yield await Promise.resolve({ type: 'flood', text: 'x'.repeat(100_000) });
    }
  }
  const { port } = await serve(flood());
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(() => given).toBeGreaterThan(1);
  let before = 0;
  while (before !== given) {
    before = given;
    await sleep(100);
  }
  // The size of the socket buffers depends on the system. An unlimited source would have passed this number long ago.
  expect(given).toBeLessThan(500);
  socket.resume();
  await once(socket, 'data');
  await expect.poll(() => given).toBeGreaterThan(before);
  socket.destroy();
});

test('a client that reads nothing for the timeout is disconnected', async () => {
  let isOver = false;
  async function* flood() {
    try {
      for (;;) yield await Promise.resolve({ type: 'flood', text: 'x'.repeat(100_000) });
    } finally {
      isOver = true;
    }
  }
  const { port } = await serve(flood(), 50, 400);
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(() => isOver).toBe(true);
  socket.destroy();
});

test('a stream that is quiet for long is not disconnected', async () => {
  async function* quiet() {
    yield await sleep(2500, { type: 'late' });
  }
  expect(await (await fetch(await serve(quiet(), 50, 2000))).text()).toContain('event: late');
});
