import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import * as z from 'zod/mini';

import { startTestPostgres } from '#server/db/test-postgres.ts';
import { openFarPostgres } from '#server/db/test-far-postgres.ts';

import type { Row } from './table.ts';

const [servers, atOnce, milliseconds] = [3, 40, 6000];

const resultSchema = z.object({ settled: z.number(), refused: z.number() });

/** Measures how many orders three servers open and settle on one PostgreSQL, with several delays. */
export async function benchOrders(): Promise<Row[]> {
  const postgres = await startTestPostgres();
  const rows: Row[] = [];
  try {
    for (const delay of [0, 1, 5]) {
      const far = delay === 0 ? null : await openFarPostgres(postgres.url, delay);
      const databaseUrl = far?.url ?? postgres.url;
      const { settled, refused } = await run(JSON.stringify({ databaseUrl, atOnce, milliseconds }));
      far?.close();
      rows.push({
        'ms to the database': delay,
        servers,
        'orders a second': Math.round((settled * 1000) / milliseconds),
        refused,
      });
    }
    return rows;
  } finally {
    await postgres.stop();
  }
}

async function run(job: string) {
  const file = new URL('./orders-process.ts', import.meta.url);
  const children = Array.from({ length: servers }, () =>
    fork(file, [job], { execArgv: ['--import', 'tsx'] }),
  );
  await Promise.all(children.map(nextMessage));
  for (const child of children) child.send('begin');
  const results = await Promise.all(children.map(resultOf));
  return {
    settled: results.reduce((sum, { settled }) => sum + settled, 0),
    refused: results.reduce((sum, { refused }) => sum + refused, 0),
  };
}

async function resultOf(child: ChildProcess) {
  const ended = once(child, 'exit');
  const message = await nextMessage(child);
  await ended;
  return resultSchema.parse(message);
}

/** Returns the next message. Throws if the process ends before it. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(([code]) => {
    throw new Error(`A server of the bench ended with ${String(code)}.`);
  });
  const told = once(child, 'message', { signal: over.signal });
  try {
    const [message]: unknown[] = await Promise.race([told, ended]);
    return message;
  } finally {
    over.abort();
    await Promise.allSettled([told, ended]);
  }
}
