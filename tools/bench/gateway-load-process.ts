import { json } from 'node:stream/consumers';
import process from 'node:process';

import { jobSchema, type Job } from './gateway-job.ts';
import { leaveStreams } from './gateway-leaving.ts';
import { holdStreams } from './gateway-streams.ts';
import { takeTurns } from './gateway-turns.ts';

/** Runs one load job and prints its figures as JSON. */
const result = await run(jobSchema.parse(await json(process.stdin)));
process.stdout.write(JSON.stringify(result), () => process.exit());

function run(job: Job): Promise<object> {
  if (job.kind === 'turns') return takeTurns(job);
  return job.kind === 'streams' ? holdStreams(job) : leaveStreams(job);
}
