import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { call, failureOf } from '#provider/call.ts';
import { chunk, done, pieces, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { portOf } from '#provider/port-of.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { bytes, end, head, pause, respond } from '#provider/steps.ts';

import { connectMs, createUndiciTransport } from './chat-model.ts';

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed('A'));
});
afterEach(() => provider.close());

test.each([302, 307])(
  'a redirect by %i is not followed, so that the key goes nowhere else',
  async (status) => {
    const other = await startProvider(streamed('A'));
    const away = respond(status, 'text/plain', '', { location: `${other.baseUrl}/chat/completions` });
    expect((await failureOf(provider, away)).code).toBe('provider-moved');
    expect(provider.calls).toHaveLength(1);
    expect(other.calls).toHaveLength(0);
    await other.close();
  },
);

test.each(['application/json', 'text/event-stream'])(
  'a compressed answer (%s) is not requested and not read',
  async (type) => {
    const packed = gzipSync('data: {"choices":[{"delta":{"content":"A"},"finish_reason":"stop"}]}\n\n');
    const answer = inOrder(
      head(200, { 'content-type': type, 'content-encoding': 'gzip' }),
      bytes(packed),
      end,
    );
    const { problem, pieces: said } = await call(provider, answer);
    expect(provider.calls[0]?.headers['accept-encoding']).toBe('identity');
    expect(problem).toMatchObject({
      code: 'provider-reply-broken',
      cause: 'The provider compressed its answer.',
    });
    // The provider has answered and may charge for it.
    expect(said).toEqual([{ type: 'answer' }]);
  },
);

test.each([
  ['too many headers', head(200, { 'x-flood': 'a'.repeat(20_000) })],
  ['no HTTP', async ({ response }) => void response.socket?.end('Who is there?\r\n\r\n')],
  ['100 Continue that nobody asked for', async ({ response }) => response.writeContinue()],
  [
    'another protocol',
    async ({ response }) =>
      void response.socket?.end('HTTP/1.1 101 OK\r\nupgrade: odd\r\nconnection: upgrade\r\n\r\n'),
  ],
] satisfies [string, Step][])(
  'a call whose answer begins with %s is not repeated, because it may cost money',
  async (_name, answer) => {
    const { problem, pieces: said } = await call(provider, answer);
    expect(problem?.code).toBe('provider-reply-broken');
    expect(provider.calls).toHaveLength(1);
    expect(said).toEqual([{ type: 'answer' }]);
  },
);

test('a connection whose TLS handshake never ends is given up after the connection timeout, without another try', async () => {
  let connections = 0;
  const silent = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { problem, pieces: said } = await call(provider, end, {
    settings: { baseUrl: `https://127.0.0.1:${portOf(silent)}/v1` },
    transport: createUndiciTransport({ connectMs: 500 }),
  });
  silent.close();
  expect(problem).toMatchObject({
    code: 'provider-unreachable',
    message: 'The AI provider could not be reached. Please try again in a few minutes.',
  });
  expect(said).toEqual([]);
  expect(connections).toBe(1);
});

test('a connection has a timeout of ten seconds', () => {
  expect(connectMs).toBe(10_000);
});

test('a header that comes twice is read', async () => {
  const type = 'content-type: text/event-stream\r\n';
  const event = 'data: {"choices":[{"delta":{"content":"A"},"finish_reason":"stop"}]}\n\n';
  const answer: Step = async ({ response }) =>
    void response.socket?.end(`HTTP/1.1 200 OK\r\n${type}${type}connection: close\r\n\r\n${event}`);
  expect(await call(provider, answer)).toMatchObject({ text: 'A', problem: null });
});

test('a call that was aborted before its start is not sent', async () => {
  const send = createUndiciTransport();
  const nobody = { url: 'http://127.0.0.1:9/', headers: {}, body: '', signal: AbortSignal.abort() };
  await expect(send(nobody)).rejects.toThrow('aborted');
});

test('a connection serves more calls, although each answer ends a moment after its last chunk', async () => {
  const ports = new Set<number | undefined>();
  const slowly = inOrder(
    async ({ response }) => void ports.add(response.socket?.remotePort),
    inOrder(streamHead, pieces('A'), chunk({}, 'stop'), done),
    pause(10),
    end,
  );
  for (let calls = 0; calls < 6; calls += 1) {
    expect((await call(provider, slowly)).text).toBe('A');
    await sleep(40);
  }
  expect(ports.size).toBeLessThan(6);
});
