import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { killInRounds, killNote } from './harness/kill-rounds.ts';

test('no acknowledged write on SQLite is lost or torn when the server is killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-durability-'));
  const report = await killInRounds({ DATA_DIR: folder });
  console.info(killNote('SQLite', report));
  expect(report).toMatchObject({ faults: [], refusals: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});
