import process from 'node:process';
import { parseArgs } from 'node:util';

import { UsageError, type Command } from '#cli/lib/command.ts';

export const work: Command = {
  name: 'work',
  summary: 'does the jobs that "linkweft weave --queue" has put into PostgreSQL',
  usage: `
Usage: linkweft work --queue DATABASE_URL [OPTIONS]

Takes jobs and weaves their texts with the model of the environment variables of the server. Run it on as many machines
as you like. All workers and servers of one database share the budget of a day (BUDGET_DAILY_USD). If a worker is
killed, another one takes its job; an answer that was paid is not paid again.

  --queue DATABASE_URL   the PostgreSQL of the jobs; without it, DATABASE_URL of the environment
  --concurrency N        how many jobs are done at the same time, 4 by default
  --until-empty          ends when no job waits
  --job-seconds N        as for "linkweft weave", 120 by default

SIGTERM and SIGINT let running jobs finish. A second one ends them; they are done by another worker.
`,
  async run(args) {
    const text = { type: 'string' } as const;
    const options = {
      queue: text,
      concurrency: text,
      'job-seconds': text,
      'until-empty': { type: 'boolean' },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    const url = values.queue ?? process.env['DATABASE_URL'] ?? '';
    if (url === '') throw new UsageError('--queue must name the PostgreSQL of the jobs.');
    const { readNumber, readQueue } = await import('#cli/weave/options.ts');
    const { runWork } = await import('#cli/runs/run-work.ts');
    return runWork({
      url: readQueue(url),
      concurrency: readNumber('concurrency', values.concurrency ?? '4', 64),
      jobSeconds: readNumber('job-seconds', values['job-seconds'] ?? '120', 3600),
      untilEmpty: values['until-empty'] === true,
    });
  },
};
