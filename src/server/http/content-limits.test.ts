import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { problemMessages } from '#core/errors/problem-messages.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import { openTestApp } from '#server/test-app.ts';

const megabyte = 1024 * 1024;
const allowance = 64 * 1024;

let app: FastifyInstance;
let links: LinkStore;
let port: number;
const sockets: Socket[] = [];
beforeEach(async () => {
  ({ app, links } = await openTestApp());
  sockets.length = 0;
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => app.close());

function blockOf(framing: 'content-length' | 'chunked'): string {
  const text = 'x'.repeat(megabyte);
  return framing === 'chunked' ? `${megabyte.toString(16)}\r\n${text}\r\n` : text;
}

/** Sends up to 50 MB until there is an answer. Returns the answer and how much was read. */
async function sendFlood(path: string, framing: 'content-length' | 'chunked', block = blockOf(framing)) {
  const client = connect(port, '127.0.0.1').on('error', () => {});
  const answered = once(client, 'data');
  await once(client, 'connect');
  const length = framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${50 * megabyte}`;
  client.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
  );
  for (let sent = 0; sent < 50; sent += 1) {
    const isTaken = client.write(block);
    if (!isTaken && (await Promise.race([once(client, 'drain'), answered])).length > 0) break;
  }
  const [answer] = await answered;
  await once(client, 'end');
  client.destroy();
  return { answer: String(answer), taken: sockets[0]?.bytesRead ?? 0 };
}

test.each([
  ['/api/generations', 'content-length', 413, 'body-too-large'],
  ['/api/generations', 'chunked', 411, 'length-required'],
  ['/api/suggestions', 'chunked', 411, 'length-required'],
  ['/api/links', 'chunked', 413, 'body-too-large'],
] as const)(
  '50 MB sent to %s with %s are refused with a message, and hardly read',
  async (path, framing, status, code) => {
    const { answer, taken } = await sendFlood(path, framing);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain(`"code":"${code}"`);
    expect(answer).toContain(problemMessages[code]);
    expect(taken).toBeLessThanOrEqual(4 * allowance);
  },
);

test('a flood in chunks of one byte each is stopped just as early', async () => {
  const { answer, taken } = await sendFlood('/api/generations', 'chunked', '1\r\nx\r\n'.repeat(100_000));
  expect(answer).toMatch(/^HTTP\/1\.1 411 /);
  expect(taken).toBeLessThanOrEqual(4 * allowance);
});

test('a body of usual size needs no length', async () => {
  const client = connect(port, '127.0.0.1');
  const body = JSON.stringify({ content: 'x'.repeat(60_000), linkIds: ['gone'] });
  const head = 'host: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked';
  client.write(
    `POST /api/generations HTTP/1.1\r\n${head}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  const [answer] = await once(client, 'data');
  expect(String(answer)).toContain('"code":"links-invalid"');
  client.destroy();
});

test('a body with the longest content is accepted, however it is encoded', async () => {
  const { id } = await links.create('shared', { url: 'https://a.example/', description: '' });
  for (const letter of ['x', '好', '\u0001', '\ud83d']) {
    const body = JSON.stringify({ content: letter.repeat(100_000), linkIds: Array(2_000).fill(id) });
    const escaped = body.replaceAll(
      /[^\x20-\x7e]/g,
      (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/generations', headers, body: escaped });
    expect(answer.statusCode).toBe(200);
  }
});

test('content that is a little too long is refused with both numbers, before any link is looked up', async () => {
  for (const url of ['/api/generations', '/api/suggestions']) {
    const body = { content: 'x'.repeat(100_001), linkIds: ['a'] };
    const answer = await app.inject({ method: 'POST', url, body });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      code: 'content-too-long',
      detail: 'Your content has 100,001 characters. The limit is 100,000. Please shorten it and try again.',
    });
  }
});

test('a client that is refused early but has sent everything keeps its connection', async () => {
  const client = connect(port, '127.0.0.1');
  client.write('POST /api/nothing HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}');
  const [answer] = await once(client, 'data');
  expect(String(answer)).not.toMatch(/^connection: close\r$/im);
  client.destroy();
});
