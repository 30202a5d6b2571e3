import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { testCall } from '#core/generation/test-job.ts';
import type { ModelPiece } from '#core/generation/generation-client.ts';
import { streamHead, pieces } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { hang } from '#provider/steps.ts';
import { createOpenAiModel, type ChatModel } from '#server/model/chat-model.ts';
import { openTestApp } from '#server/test-app.ts';

import { securityHeaders } from '#server/http/plugins/security.ts';

let provider: Provider;
let closeApp: () => Promise<void>;
beforeEach(async () => {
  const half = 'VERSION: SAFE\nINSERT 1: Here are [[two words]]((L1)).\nVERSION: INTERESTING\n';
  provider = await startProvider(inOrder(streamHead, pieces(half), hang));
});
afterEach(async () => {
  await closeApp();
  await provider.close();
});

async function listen(model: ChatModel) {
  const { app, links } = await openTestApp({ model });
  closeApp = () => app.close();
  const { id } = await links.create('shared', { url: 'https://a.example/', description: '' });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, links, port: Number(new URL(address).port), linkIds: [id] };
}

function listenToProvider() {
  return listen(createOpenAiModel({ baseUrl: provider.baseUrl, apiKey: null, model: 'm', temperature: 0 }));
}

async function sayTo(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

function generationRequest(linkIds: readonly string[], accept: string): string {
  const body = JSON.stringify({ content: 'One.', linkIds });
  const head = `POST /api/generations HTTP/1.1\r\nhost: localhost\r\naccept: ${accept}\r\ncontent-type: application/json`;
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  await once(socket, 'close');
  return answer;
}

test.each(['text/event-stream', 'application/json'])(
  'a client that leaves ends the call to the provider before twenty more requests are answered (%s)',
  async (accept) => {
    const { port, linkIds } = await listenToProvider();
    const socket = await sayTo(port, generationRequest(linkIds, accept));
    await expect.poll(() => provider.calls.length).toBe(1);
    if (accept === 'text/event-stream') await once(socket, 'data');
    expect(provider.calls[0]?.abortedAt).toBeNull();
    socket.destroy();
    await once(socket, 'close');
    for (let asked = 0; asked < 20; asked += 1) await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(provider.calls[0]?.abortedAt).not.toBeNull();
  },
);

test.each(['text/event-stream', 'application/json'])(
  'a client that leaves before the links are read causes no call to the provider (%s)',
  async (accept) => {
    const { app, port, linkIds, links } = await listenToProvider();
    const { byIds } = links;
    const state = { isReading: false, hasRead: false };
    const left = new Promise((resolve) => {
      app.server.once('connection', (connection) => connection.once('close', resolve));
    });
    links.byIds = async (...question) => {
      state.isReading = true;
      await left;
      state.hasRead = true;
      return byIds(...question);
    };
    const socket = await sayTo(port, generationRequest(linkIds, accept));
    await expect.poll(() => state.isReading).toBe(true);
    socket.destroy();
    await expect.poll(() => state.hasRead).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(provider.calls).toHaveLength(0);
  },
);

test('an edit reaches the reader while the model still writes', async () => {
  const { port, linkIds } = await listenToProvider();
  const socket = await sayTo(port, generationRequest(linkIds, 'text/event-stream'));
  let seen = '';
  socket.setEncoding('utf8').on('data', (text: string) => (seen += text));
  await expect.poll(() => seen).toContain('event: version-edit');
  expect(seen).toContain('event: version-start');
  expect(provider.calls[0]?.abortedAt).toBeNull();
  socket.destroy();
});

test('a server that closes tells the reader and ends the call to the provider', async () => {
  const { app, port, linkIds } = await listenToProvider();
  const socket = await sayTo(port, generationRequest(linkIds, 'text/event-stream'));
  await expect.poll(() => provider.calls.length).toBe(1);
  const answer = answerOf(socket);
  await app.close();
  expect(await answer).toContain('"code":"generation-interrupted"');
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('a reader who reads nothing and leaves ends a model that writes without end', async () => {
  let pieceCount = 0;
  let hasEnded = false;
  async function* write(signal: AbortSignal): AsyncGenerator<ModelPiece> {
    try {
      yield { type: 'text', text: 'VERSION: SAFE\n' };
      for (; !signal.aborted; pieceCount += 1) {
        yield { type: 'text', text: `${'word '.repeat(4000)}\n` };
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      hasEnded = true;
    }
  }
  const { port, linkIds } = await listen({
    write: (_request, { take, signal }) => testCall(write(signal), take),
  });
  const socket = await sayTo(port, generationRequest(linkIds, 'text/event-stream'));
  socket.pause();
  await expect.poll(() => pieceCount).toBeGreaterThan(10);
  socket.destroy();
  await expect.poll(() => hasEnded).toBe(true);
});

test.each([
  ['no HTTP at all', 'HELLO\r\n\r\n'],
  ['a header that is none', 'GET / HTTP/1.1\r\nhost localhost\r\n\r\n'],
  [
    'two lengths',
    'POST /api/links HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
  ],
  ['two hosts', 'GET / HTTP/1.1\r\nhost: localhost\r\nHost: evil.example\r\nconnection: close\r\n\r\n'],
  [
    'two hosts for a health check',
    'GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  ],
  ['an expectation', 'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: wonders\r\n\r\n'],
  ['a head without end', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`],
])('%s is a problem with all headers', async (_name, text) => {
  const { port } = await listenToProvider();
  const answer = await answerOf(await sayTo(port, text));
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  for (const [name, value] of Object.entries(securityHeaders))
    expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
  expect(answer).toContain('"code":"request-invalid"');
});

test.each([
  'GET / HTTP/1.1\r\nhost: \r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
])('a request without a host is refused (%j)', async (text) => {
  const { port } = await listenToProvider();
  const answer = await answerOf(await sayTo(port, text));
  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  expect(answer).toContain('content-security-policy: ');
});
