import { once } from 'node:events';

import { expect, onTestFinished, test } from 'vitest';

import { openLoadedServer, streamRequest } from '#provider/loaded-server.ts';
import { pieces, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { hang } from '#provider/steps.ts';

import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';

const count = atScale(60, 2000);
const runningAtMost = atScale(10, 50);
/** The bytes that a process needs for itself, for each running generation, and for each unread stream. */
const ownNeed = 150_000_000;
const eachRunning = 4_000_000;
const eachUnread = 100_000;

const edit = `INSERT 1: ${'More words '.repeat(200)}[[two words]]((L1)).\n`;
/** Answers with more text than a version has, and never ends. */
const answer = inOrder(streamHead, pieces(`VERSION: SAFE\n${edit.repeat(200)}`, { size: 4000 }), hang);
const endless = inOrder(streamHead, pieces('VERSION: SAFE\n'), async (exchange) => {
  while (!exchange.signal.aborted) await pieces(edit, { size: 4000 })(exchange);
});

test.for([
  { writer: 'model', answer, order: {}, running: runningAtMost },
  { writer: 'model that never ends', answer: endless, order: {}, running: 0 },
  {
    writer: 'built-in writer',
    answer,
    order: { writer: 'built-in', content: 'A text of some words, and then two words more. '.repeat(200) },
    running: 0,
  },
])(
  `the memory of ${count} unread streams of the $writer is bounded, others are served, and all memory is freed`,
  async ({ answer: said, order, running }, { task }) => {
    countCases({ task }, count);
    const environment = { LIMIT_RUNNING: String(runningAtMost), LIMIT_RUNNING_PER_WORKSPACE: '0' };
    const server = await openLoadedServer(said, environment);
    onTestFinished(() => server.close());
    const memory = () => server.figure('process_resident_memory_bytes');
    const before = await memory();
    const over = new AbortController();
    // Only the first bytes are accepted.
    const answered = Promise.all(
      Array.from({ length: count }, async (_, visitor) =>
        once(await server.open(streamRequest({ ...server.order, ...order }, visitor)), 'readable'),
      ),
    ).finally(() => over.abort());
    let most = 0;
    const statuses = new Set<number>();
    do {
      most = Math.max(most, await memory());
      statuses.add((await server.post('/api/links', { url: 'https://b.example/', description: '' })).status);
      statuses.add((await server.post('/api/suggestions', { content: server.order.content })).status);
    } while (!over.signal.aborted);
    await answered;
    await expect
      .poll(() => server.figure('linkweft_generations_running'))
      .toSatisfy((now: number) => now <= running);
    most = Math.max(most, await memory());
    console.info(`${count} unread streams: ${Math.round((most - before) / 1_000_000)} MB`);
    expect(statuses).toEqual(new Set([201, 200]));
    expect(most - before).toBeLessThan(ownNeed + runningAtMost * eachRunning + count * eachUnread);

    server.leaveAll();
    await expect.poll(() => server.figure('linkweft_open_streams')).toBe(0);
    await expect.poll(() => server.figure('linkweft_generations_running')).toBe(0);
    await expect.poll(() => server.provider.calls.filter(({ abortedAt }) => abortedAt === null)).toEqual([]);
  },
);
