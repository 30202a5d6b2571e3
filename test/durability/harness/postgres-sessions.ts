import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';
import * as z from 'zod/mini';

const countSchema = z.tuple([z.object({ sessions: z.string() })]);

/** Waits until PostgreSQL has closed the sessions of killed servers. Until then a write may still be running. */
export async function sessionsEnded(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    while ((await countSessions(client)) > 0) await sleep(10);
  } finally {
    await client.end();
  }
}

async function countSessions(client: Client): Promise<number> {
  const { rows } = await client.query(
    "select count(*) as sessions from pg_stat_activity where application_name = 'linkweft'",
  );
  return Number(countSchema.parse(rows)[0].sessions);
}
