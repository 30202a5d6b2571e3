import path from 'node:path';
import process from 'node:process';

import { startPostgresCluster } from '#server/db/test-postgres.ts';

import { measureQueue } from './queue-kills.ts';

/** Puts 200 files into a queue of PostgreSQL, with three workers of which three are killed. Needs a build. */
const files = 200;
const concurrency = 8;
const postgres = await startPostgresCluster();
const run = await measureQueue({
  program: path.resolve('dist/cli/main.js'),
  database: postgres.url,
  files,
  workers: 3,
  kills: 3,
  concurrency,
  tokensPerSecond: 25,
});
await postgres.stop();
process.stdout.write(`${JSON.stringify(run, null, 2)}\n`);
const isRight =
  run.exact === files &&
  run.wrong === 0 &&
  run.reserved === 0 &&
  run.orders['done'] === files &&
  run.calls <= run.neededCalls + 3 * concurrency;
process.stdout.write(isRight ? 'Each job was done once.\n' : 'Failed.\n');
if (!isRight) process.exitCode = 1;
