import { expect, onTestFinished, test } from 'vitest';

import { openLoadedServer } from '#provider/loaded-server.ts';
import { streamed } from '#provider/completion-steps.ts';
import { addressOf } from '#provider/visitor-address.ts';
import { fetchWhenFree } from '#server/test-fetch-when-free.ts';

import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';

/** The number of generations that run at once, as the server's limit allows. */
const normal = atScale(5, 50);
const asked = 10 * normal;
/**
 * 95 of 100 lists must be answered in this time, in milliseconds. It is measured only at full scale, on a machine
 * without other work.
 */
const listsWithin = atScale(Number.POSITIVE_INFINITY, 500);

const reply = ['SAFE', 'INTERESTING', 'CRAZY']
  .map((marker) => `VERSION: ${marker}\nINSERT 1: ${'More '.repeat(20)}of [[two words]]((L1)).\n`)
  .join('');

test(`of ${asked} generations at once ${normal} run, the others get a time to retry, and lists are served`, async ({
  task,
}) => {
  countCases({ task }, asked);
  const server = await openLoadedServer(streamed(reply, { speed: 100 }), {
    LIMIT_RUNNING: String(normal),
    LIMIT_RUNNING_PER_WORKSPACE: '0',
  });
  onTestFinished(() => server.close());
  // A single address would reach its own limit.
  const headersOf = (visitor: number) => ({
    'content-type': 'application/json',
    accept: 'application/json',
    'x-forwarded-for': addressOf(visitor),
  });
  const body = JSON.stringify(server.order);
  const over = new AbortController();
  const answers = Promise.all(
    Array.from({ length: asked }, async (_, visitor) => {
      const headers = headersOf(visitor);
      const answer = await fetch(`${server.origin}/api/generations`, { method: 'POST', headers, body });
      const text = await answer.text();
      return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), text };
    }),
  ).finally(() => over.abort());
  const times: number[] = [];
  while (!over.signal.aborted) {
    const began = performance.now();
    const list = await fetchWhenFree(`${server.origin}/api/links`, {});
    await list.arrayBuffer();
    expect(list.status).toBe(200);
    times.push(performance.now() - began);
  }

  const done = (await answers).filter(({ status }) => status === 200);
  const refused = (await answers).filter(({ status }) => status !== 200);
  expect(done.length).toBeGreaterThanOrEqual(normal);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(retryAfter > 0))).toEqual([]);
  expect(await server.figure('linkweft_generations_running')).toBe(0);

  const slowest = times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
  console.info(
    `${asked} generations at once: ${times.length} lists, 95 of 100 within ${Math.round(slowest)} ms`,
  );
  expect(slowest).toBeLessThan(listsWithin);
});
