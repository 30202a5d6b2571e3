import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openLoadedServer, type LoadedServer } from '#provider/loaded-server.ts';
import { streamed } from '#provider/completion-steps.ts';
import { fetchWhenFree } from '#server/test-fetch-when-free.ts';

import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';

const count = atScale(30, 1000);
/** The longest time until an idle client is closed, in milliseconds. */
const longest = 90_000;

let server: LoadedServer;
beforeAll(async () => {
  server = await openLoadedServer(streamed(''));
});
afterAll(() => server.close());

const ways = {
  'heads that never end': { text: 'GET / HTTP/1.1\r\nhost: localhost\r\n', drop: 'x-more: 1\r\n' },
  'bodies that never end': {
    text: 'POST /api/links HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
    drop: ' ',
  },
  'connections that say nothing': { text: '', drop: '' },
  'connections kept after an answer': { text: 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n', drop: '' },
};

/**
 * Opens all connections of one kind. Each sends a little every second, even after the server has ended its side, as an
 * attacker does.
 */
async function load({ text, drop }: (typeof ways)[keyof typeof ways]): Promise<number> {
  const open = new Set(await Promise.all(Array.from({ length: count }, () => server.open(text))));
  const began = Date.now();
  for (const socket of open) socket.resume().once('close', () => open.delete(socket));
  while (open.size > 0 && Date.now() - began < 2 * longest) {
    await sleep(1000);
    for (const socket of open) if (drop !== '' || socket.readableEnded) socket.write(drop || ' ');
  }
  return Date.now() - began;
}

test(`${count} connections each with slow heads, slow bodies, no request or no further request are closed, and others are served`, async ({
  task,
}) => {
  countCases({ task }, count * Object.keys(ways).length);
  const over = new AbortController();
  const loads = Promise.all(Object.values(ways).map(load)).finally(() => over.abort());
  const answers: number[] = [];
  while (!over.signal.aborted) {
    answers.push((await server.post('/api/links', { url: 'https://b.example/', description: '' })).status);
    answers.push((await fetchWhenFree(`${server.origin}/api/links`, {})).status);
    await sleep(500);
  }
  const closed = await loads;
  expect(Object.fromEntries(Object.keys(ways).map((way, index) => [way, closed[index]]))).toEqual(
    Object.fromEntries(Object.keys(ways).map((way) => [way, expect.toSatisfy((ms: number) => ms < longest)])),
  );
  expect(answers.length).toBeGreaterThan(20);
  expect(new Set(answers)).toEqual(new Set([201, 200]));
});
