import path from 'node:path';
import process from 'node:process';

import { measureKills } from './kills.ts';

/** Weaves 200 files with a model of 25 tokens a second, and kills the command twice. Needs a build. */
const files = 200;
const run = await measureKills({
  program: path.resolve('dist/cli/main.js'),
  files,
  kills: 2,
  concurrency: 16,
  tokensPerSecond: 25,
});
process.stdout.write(`${JSON.stringify(run, null, 2)}\n`);
const isRight = run.exact === files && run.wrong + run.halfWritten === 0 && run.calls <= run.neededCalls + 32;
process.stdout.write(isRight ? 'Each file was woven once.\n' : 'Failed.\n');
if (!isRight) process.exitCode = 1;
