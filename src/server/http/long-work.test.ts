import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import { PerformanceObserver, performance, type PerformanceEntry } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

import { parseDocument } from '#core/document/document.ts';
import { chunk, done, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { usualReply, serveGenerations } from '#provider/serve-generations.ts';
import { end } from '#provider/steps.ts';
import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';
import { openTestApp } from '#server/test-app.ts';

/** The longest content that is accepted by default. */
const longest = 100_000;
const environment = {
  MAX_CONTENT_CHARS: String(longest),
  OPENAI_CONTEXT_WINDOW: '4000000',
  OPENAI_MAX_OUTPUT: '1000000',
  BUDGET_DAILY_USD: 'off',
  TRUST_PROXY: 'loopback',
};

const edits = ['SAFE', 'INTERESTING', 'CRAZY']
  .map((name) => `VERSION: ${name}\nINSERT 1: Here are [[two words]]((L1)).\n`)
  .join('');

function hostile(seed: string): string {
  return `Here are two words. ${seed.repeat(longest)}`.slice(0, longest);
}

/**
 * Returns the processor time of this thread in milliseconds. It does not include the time of other processes.
 */
function worked(): number {
  const [nanoseconds = ''] = existsSync(statistics) ? readFileSync(statistics, 'utf8').split(' ') : [];
  return Number(nanoseconds) > 0 ? Number(nanoseconds) / 1e6 : performance.now();
}
const statistics = '/proc/self/schedstat';

type Wait = { readonly from: number; readonly to: number; readonly worked: number };

/**
 * Returns the longest time that other work had to wait, in milliseconds. Garbage collection is left out, because the
 * provider, the clients and the test run in this thread, too.
 */
async function longestWait(work: Promise<unknown>): Promise<number> {
  const collected: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collected.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const waits: Wait[] = [];
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    const [from, before] = [performance.now(), worked()];
    await sleep(1);
    waits.push({ from, to: performance.now(), worked: worked() - before });
  }
  await ended;
  // Performance entries arrive a moment after the event.
  await sleep(10);
  observer.disconnect();
  return Math.max(...waits.map((wait) => wait.worked - timeIn(wait, collected)));
}

function timeIn({ from, to }: Wait, entries: readonly PerformanceEntry[]): number {
  const within = entries.filter(({ startTime }) => startTime >= from && startTime <= to);
  return within.reduce((sum, { duration }) => sum + duration, 0);
}

/** Has many small blocks. It goes to a thread and comes back from it in one piece. */
const document = parseDocument(hostile('a.\n\n'));

/**
 * Returns the allowed delay in milliseconds of work: 100, or on a slow machine twice the work to copy a document. To read
 * one takes three times as long as to copy it.
 */
function noticeable(): number {
  const before = worked();
  structuredClone(document);
  return Math.max(100, 2 * (worked() - before));
}

/**
 * Expects that other work does not wait long for this one. Compiling the code and other work of the machine only add to
 * a wait, so this does the work up to four times, and the shortest wait counts.
 */
async function expectShortWaits(work: () => Promise<void>): Promise<void> {
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    waits.push(await longestWait(work()));
    if (Math.min(...waits) < noticeable()) return;
  }
  expect(Math.min(...waits)).toBeLessThan(noticeable());
}

const seeds = ['a.\n\n', '">\n'];
const moreSeeds = ['---\n', '- a\n', '|a|b|\n', '[a](b) ', 'a', '# a\n', '漢字。'];

test.for(atScale(seeds, [...seeds, ...moreSeeds]))(
  'while a content of %j is written by any writer, other requests are answered',
  async (seed, { task }) => {
    const writers = [{ writer: 'built-in' }, {}];
    countCases({ task }, writers.length);
    const { ask, order } = await serveGenerations(streamed(edits), environment);
    // The first run takes longer.
    expect((await ask()).status).toBe(200);
    const content = hostile(seed);
    for (const writer of writers) {
      await expectShortWaits(async () => {
        expect((await ask({ body: { ...order, ...writer, content } })).status).toBe(200);
      });
    }
  },
);

function prose(length: number): string {
  let text = '';
  for (let number = 0; text.length < length; number += 1)
    text += `The ${names[number % 7]} of day ${number} was ${names[number % 5]} and good.${number % 5 === 4 ? '\n\n' : ' '}`;
  return text.trimEnd();
}
const names = ['bread', 'knife', 'stove', 'table', 'spoon', 'glass', 'plate'];

const changes: Readonly<Record<string, (text: string) => string>> = {
  'one link more': (text) => `${text} Here are [[two words]]((L1)).`,
  'a word of each sentence changed': (text) => text.replaceAll(' of day ', ' on day '),
};

test.each(atScale([], Object.keys(changes)))(
  'while a whole text of a model with %s is compared, other requests are answered',
  async (change) => {
    const content = prose(longest - 1000).slice(0, longest);
    const text = changes[change]?.(content) ?? '';
    const answer = ['SAFE', 'INTERESTING', 'CRAZY'].map((name) => `VERSION: ${name}\n${text}\n`).join('');
    const size = 8 * 1024;
    const slices = Array.from({ length: Math.ceil(answer.length / size) }, (_, index) =>
      chunk({ content: answer.slice(index * size, (index + 1) * size) }),
    );
    const { ask, order } = await serveGenerations(
      inOrder(streamHead, ...slices, chunk({}, 'stop'), done, end),
      {
        ...environment,
        WEAVE_PROTOCOL: 'rewrite',
      },
    );
    await expectShortWaits(async () => {
      expect((await ask({ body: { ...order, content } })).status).toBe(200);
    });
  },
);

test('fifty long bodies that arrive together are parsed one after another', async () => {
  const { app } = await openTestApp({ environment });
  onTestFinished(() => app.close());
  // The check of the body stops at each of these quotes.
  const payload = JSON.stringify({ content: hostile('">\n'), linkIds: ['none'] });
  const headers = { host: 'localhost:3000', 'content-type': 'application/json' };
  const send = (index: number) =>
    app.inject({
      method: 'POST',
      url: '/api/generations',
      headers: { ...headers, 'x-forwarded-for': `203.0.113.${index}` },
      payload,
    });
  let sent = 0;
  await expectShortWaits(async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send((sent += 1))));
    for (const { statusCode } of answers) expect(statusCode).toBe(400);
  });
});

/** A visitor with an own workspace, behind a proxy that sends their address. */
async function openVisitor(app: FastifyInstance, address: string) {
  const url = 'https://a.example/';
  const headers = { host: 'localhost:3000', 'x-forwarded-for': address };
  const payload = { url, description: 'Santoku knife' };
  const saved = await app.inject({ method: 'POST', url: '/api/links', headers, payload });
  const cookie = String(saved.headers['set-cookie']).split(';', 1).join();
  const own = { ...headers, cookie, accept: 'application/json' };
  const linkIds = [String(saved.json().id)];
  return {
    write: (content: string) =>
      app.inject({
        method: 'POST',
        url: '/api/generations',
        headers: own,
        payload: { content, linkIds, writer: 'built-in' },
      }),
    links: () => app.inject({ url: '/api/links', headers: own }),
    suggest: (content: string) =>
      app.inject({ method: 'POST', url: '/api/suggestions', headers: own, payload: { content } }),
    addLinks: (count: number) =>
      app.inject({
        method: 'POST',
        url: '/api/links/import',
        headers: own,
        payload: {
          links: Array.from({ length: count }, (_, index) => ({
            id: crypto.randomUUID(),
            url: `${url}${index}`,
            description: `Sharp knife number ${index}`,
          })),
        },
      }),
  };
}

test('fifty generations of one address, with any number of cookies, do not delay other visitors', async () => {
  const { app } = await openTestApp({ workspace: 'own', environment });
  onTestFinished(() => app.close());
  const attackers = await Promise.all(Array.from({ length: 50 }, () => openVisitor(app, '203.0.113.6')));
  const other = await openVisitor(app, '203.0.113.8');
  let written = 0;
  // Longer content makes the last of the eight wait too long on a slow machine.
  const content = hostile('a.\n\n').slice(0, 8000);
  const orders = attackers.map(async ({ write }) => {
    const answer = await write(content);
    if (answer.statusCode === 200) written += 1;
    return answer;
  });
  expect((await other.links()).statusCode).toBe(200);
  const answer = await other.write('One. Two. Three.');
  expect([answer.statusCode, written < 8]).toEqual([200, true]);
  const answers = await Promise.all(orders);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(written).toBe(8);
  for (const { statusCode, headers, body } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([429, '5']);
    expect(body).toContain('Too many requests in a short time.');
  }
});

test('a visitor who searches many links again and again does not delay other visitors', async () => {
  const { app } = await openTestApp({ workspace: 'own', environment });
  onTestFinished(() => app.close());
  const greedy = await openVisitor(app, '203.0.113.6');
  for (const _ of [1, 2, 3, 4]) expect((await greedy.addLinks(500)).statusCode).toBe(200);
  const other = await openVisitor(app, '203.0.113.8');
  let answered = 0;
  const content = 'A sharp knife changed it. '.repeat(3800);
  const asked = Array.from({ length: 8 }, async () => {
    const { statusCode } = await greedy.suggest(content);
    answered += 1;
    return statusCode;
  });
  const answer = await other.suggest('A sharp knife changed more than any recipe.');
  expect([answer.statusCode, answered < 8]).toEqual([200, true]);
  expect(answer.json().suggestions).toHaveLength(1);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
});

test('a request over a limit is refused before its content is read', async () => {
  const { ask, order } = await serveGenerations(streamed(usualReply), {
    MAX_CONTENT_CHARS: String(longest),
    LIMIT_GENERATIONS_PER_DAY: '1',
  });
  // Reading the content would show that it is too long for the model.
  const content = hostile('abc ');
  expect(await ask({ body: { ...order, content } })).toMatchObject({
    status: 413,
    body: { code: 'content-too-long' },
  });
  expect((await ask()).status).toBe(200);
  expect(await ask({ body: { ...order, content } })).toMatchObject({
    status: 429,
    body: { code: 'visitor-day-limit' },
  });
});

test.each(['/api/generations', '/api/suggestions'])(
  'a visitor who uses all places at %s is refused before the body is sent, until a place is free',
  async (path) => {
    const { app } = await openTestApp();
    onTestFinished(() => app.close());
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const open = () => {
      const headers = { 'content-type': 'application/json', 'content-length': '100000' };
      const call = openRequest({ host: '127.0.0.1', port, path, method: 'POST', headers });
      call.on('error', () => undefined);
      call.flushHeaders();
      return call;
    };
    const held = Array.from({ length: 8 }, open);
    const refusal = async () => {
      const call = open();
      const [response] = await Promise.race([once(call, 'response'), sleep(200, [null])]);
      call.destroy();
      return response?.statusCode ?? null;
    };
    await expect.poll(refusal).toBe(429);
    for (const call of held) call.destroy();
    await expect.poll(refusal).toBe(null);
  },
);
