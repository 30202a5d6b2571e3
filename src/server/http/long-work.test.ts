import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

import { prepareJob } from '#core/generation/prepare-job.ts';
import { builtInTerms } from '#core/generation/writing-terms.ts';
import { atOnce } from '#core/steps/at-once.ts';
import { streamed } from '#provider/completion-steps.ts';
import { clickReply, serveClicks } from '#provider/serve-clicks.ts';
import { atScale } from '#scripts/at-scale.ts';
import { openTestApp } from '#server/test-app.ts';

const longest = 250_000;
const environment = {
  MAX_CONTENT_CHARS: String(longest),
  OPENAI_CONTEXT_WINDOW: '4000000',
  OPENAI_MAX_OUTPUT: '1000000',
  BUDGET_DAILY_USD: 'off',
  TRUST_PROXY: 'loopback',
};

const edits = ['SAFE', 'INTERESTING', 'CRAZY']
  .map((name) => `VERSION: ${name}\nINSERT 1: I have [[two words]]((L1)).\n`)
  .join('');

function hostile(seed: string): string {
  return `Here are two words. ${seed.repeat(longest)}`.slice(0, longest);
}

/** What this thread has worked, in milliseconds: other than the time, it does not pass while others have the machine. */
function worked(): number {
  const [nanoseconds = ''] = existsSync(statistics) ? readFileSync(statistics, 'utf8').split(' ') : [];
  return Number(nanoseconds) > 0 ? Number(nanoseconds) / 1e6 : performance.now();
}
const statistics = '/proc/self/schedstat';

/** How long everybody else had to wait at most while the work was done. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let wait = 0;
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    const began = worked();
    await sleep(1);
    wait = Math.max(wait, worked() - began);
  }
  await done;
  return wait;
}

/** What this machine takes to read the content at one go. */
function timeToRead(content: string): number {
  const links = [{ id: '1', url: 'https://a.example/', description: 'two words' }];
  const terms = builtInTerms({ maxContentChars: longest, protocol: null, model: null, price: null });
  const began = worked();
  atOnce(prepareJob({ content, links }, terms));
  return worked() - began;
}

const seeds = ['a.\n\n', '">\n', '---\n'];
const moreSeeds = ['- a\n', '|a|b|\n', '[a](b) ', 'a', '# a\n', '漢字。'];

test.each(atScale(seeds, [...seeds, ...moreSeeds]))(
  'while a content of %j is written, by whomever, others have their turns',
  async (seed) => {
    const { ask, order } = await serveClicks(streamed(edits), environment);
    const content = hostile(seed);
    const time = timeToRead(content);
    for (const writer of [{ writer: 'built-in' }, {}]) {
      const answered = ask({ body: { ...order, ...writer, content } });
      expect(await longestWait(answered)).toBeLessThan(100 + time / 2);
      expect((await answered).status).toBe(200);
    }
  },
);

/** A visitor with a workspace of their own, behind a proxy that tells their address. */
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

test('fifty orders of one address, however many their cookies, keep nobody else waiting', async () => {
  const { app } = await openTestApp({ workspace: 'own', environment });
  onTestFinished(() => app.close());
  const attackers = await Promise.all(Array.from({ length: 50 }, () => openVisitor(app, '203.0.113.6')));
  const other = await openVisitor(app, '203.0.113.8');
  let written = 0;
  const content = hostile('a.\n\n').slice(0, 20_000);
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

test('who has many links looked through again and again keeps nobody else waiting', async () => {
  const { app } = await openTestApp({ workspace: 'own', environment });
  onTestFinished(() => app.close());
  const greedy = await openVisitor(app, '203.0.113.6');
  for (const _ of [1, 2, 3, 4]) expect((await greedy.addLinks(500)).statusCode).toBe(200);
  const other = await openVisitor(app, '203.0.113.8');
  let answered = 0;
  const content = 'A sharp knife changed it. '.repeat(4000);
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

test('what a limit refuses is refused before its content is read', async () => {
  const { ask, order } = await serveClicks(streamed(clickReply), {
    MAX_CONTENT_CHARS: String(longest),
    LIMIT_GENERATIONS_PER_DAY: '1',
  });
  // Whoever reads it finds that it does not go into the model.
  const content = hostile('abc ');
  expect(await ask({ body: { ...order, content } })).toMatchObject({
    status: 413,
    told: { code: 'content-too-long' },
  });
  expect((await ask()).status).toBe(200);
  expect(await ask({ body: { ...order, content } })).toMatchObject({
    status: 429,
    told: { code: 'visitor-day-limit' },
  });
});

test.each(['/api/generations', '/api/suggestions'])(
  'whoever has all of their places at %s is refused before the body is sent, until one is free',
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
