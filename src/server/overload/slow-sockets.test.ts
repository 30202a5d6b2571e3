import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { test } from 'vitest';

import { openTestApp } from '#server/test-app.ts';

import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';

const count = atScale(30, 1000);

const ways = {
  'heads that never end': {
    text: 'GET / HTTP/1.1\r\nhost: localhost\r\n',
    drop: 'x-more: 1\r\n',
    answer: 408,
  },
  'bodies that never end': {
    text: 'POST /api/links HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
    drop: ' ',
    answer: 408,
  },
  'connections that say nothing': { text: '', drop: '', answer: null },
  'connections kept after an answer': {
    text: 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n',
    drop: '',
    answer: 200,
  },
};

/** Opens a connection that only the server ends, because this side stays half open. */
async function open(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

test.concurrent.for(Object.entries(ways))(
  `${count} %s are closed, and others are served meanwhile`,
  async ([, { text, drop, answer }], { task, expect, onTestFinished }) => {
    countCases({ task }, count);
    const { app } = await openTestApp({ requestTimeout: 10_000, keepAliveTimeout: 10_000 });
    onTestFinished(() => app.close());
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const sockets = await Promise.all(
      Array.from({ length: count }, () => open(Number(new URL(origin).port), text)),
    );
    const statuses = sockets.map(async (socket) => {
      const said = (await socket.toArray()).join('');
      return said === '' ? null : Number(/^HTTP\/1\.1 (\d+) /u.exec(said)?.[1]);
    });
    const left = new Set(sockets);
    for (const socket of sockets) socket.once('close', () => left.delete(socket));
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ url: 'https://b.example/', description: '' });
    while (left.size > 0) {
      // As an attacker does, each sends a little, even after the server has ended its side.
      for (const socket of left) if (drop !== '' || socket.readableEnded) socket.write(drop || ' ');
      expect((await fetch(`${origin}/api/links`, { method: 'POST', headers, body })).status).toBe(201);
      expect((await fetch(`${origin}/api/links`)).status).toBe(200);
      await sleep(200);
    }
    // A browser would take words on a connection that it opened to spare for the answer to a later request.
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([answer]));
  },
);
