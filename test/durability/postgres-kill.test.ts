import { expect, test } from 'vitest';

import { startTestPostgres } from '#server/db/test-postgres.ts';

import { killInRounds, killNote } from './harness/kill-rounds.ts';
import { sessionsEnded } from './harness/postgres-sessions.ts';

test('no acknowledged write on PostgreSQL is lost or torn when the server is killed', async () => {
  const postgres = await startTestPostgres();
  const report = await killInRounds({ DATABASE_URL: postgres.url }, () => sessionsEnded(postgres.url));
  console.info(killNote('PostgreSQL', report));
  expect(report).toMatchObject({ faults: [], refusals: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
  await postgres.stop();
});
