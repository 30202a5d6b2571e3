import { expect, test } from 'vitest';

import { startTestPostgres } from '#server/db/test-postgres.ts';

import { killInRounds, killNote } from './harness/kill-rounds.ts';
import { sessionsEnded } from './harness/postgres-sessions.ts';

test('no write that was acknowledged on PostgreSQL is lost when the server is killed, and none is torn', async () => {
  const postgres = await startTestPostgres();
  const report = await killInRounds({ DATABASE_URL: postgres.url }, () => sessionsEnded(postgres.url));
  console.info(killNote('PostgreSQL', report));
  expect(report).toMatchObject({ faults: [], refusals: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
  await postgres.stop();
});
