import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';

import * as z from 'zod/mini';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createOrderStore } from '#server/orders/order-store.ts';

// A process with only the store of orders. It opens and settles orders for some time, many at once.

const jobSchema = z.object({ databaseUrl: z.string(), atOnce: z.number(), milliseconds: z.number() });

const { databaseUrl, atOnce, milliseconds } = jobSchema.parse(JSON.parse(process.argv[2] ?? ''));
const database = await openDatabase({ dataDirectory: '', databaseUrl, onIdleError: () => undefined });
const store = createOrderStore({
  database,
  limits: { perMinute: 1e6, perDay: 1e6, runningPerWorkspace: 1 },
  budget: { unit: 'usd', perDay: 1e12 },
});

async function runOne(): Promise<void> {
  const opening = await store.open({
    workspace: randomUUID(),
    visitor: randomUUID(),
    isPaid: true,
    worstCase: 1000,
    key: { keyHash: randomUUID(), bodyHash: '' },
  });
  if (opening.kind !== 'started') throw new Error('The idempotency key was already used.');
  await store.settle(opening.id, { spent: 10, isCounted: true, state: 'done', record: null });
  settled += 1;
}

process.send?.('open');
await once(process, 'message');
const began = performance.now();
let settled = 0;
let refused = 0;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (performance.now() - began < milliseconds)
      await runOne().catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        refused += 1;
      });
  }),
);
process.send?.({ settled, refused });
await store.close();
await database.close();
process.disconnect();
