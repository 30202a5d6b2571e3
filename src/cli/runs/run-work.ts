import process from 'node:process';

import { misspeltVariables } from '#server/config/misspelt-variables.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { describeError } from '#server/lib/describe-error.ts';
import { createOrderStore } from '#server/orders/order-store.ts';

import { exitCodes, type ExitCode } from '#cli/lib/command.ts';
import { say } from '#cli/lib/terminal.ts';
import { watchStops } from '#cli/weave/stop-signals.ts';
import { openModel, readWriter, type Writer } from '#cli/writer/writer.ts';

import type { PaidServices } from '#cli/queue/paid-job.ts';
import { openQueue } from '#cli/queue/queue.ts';
import { workOnJobs } from '#cli/queue/work-jobs.ts';

type WorkOptions = {
  readonly url: string;
  readonly concurrency: number;
  readonly jobSeconds: number;
  readonly untilEmpty: boolean;
};

/** Works on the jobs of a queue until a signal. */
export async function runWork({ url, concurrency, jobSeconds, untilEmpty }: WorkOptions): Promise<ExitCode> {
  for (const line of misspeltVariables(process.env)) say(line);
  const writer = readWriter(process.env, null);
  const paid = await openPaid(url, writer, concurrency);
  const stops = watchStops(() => say('Stopping: running jobs are finished first.'));
  const { gently: stopping, atOnce } = stops;
  const queue = await openQueue({ url, jobSeconds, onError: say, stopping, atOnce });
  say(
    writer.model === null ? 'The built-in writer waits for jobs.' : `${writer.model.model} waits for jobs.`,
  );
  try {
    await workOnJobs({
      queue,
      writer,
      paid: paid?.services ?? null,
      concurrency,
      untilEmpty,
      stopping,
      atOnce,
      onEnd: (name, result) => {
        const problem = typeof result === 'string' ? result : 'problem' in result ? result.problem : null;
        say(problem === null ? `ok   ${name}` : `FAIL ${name}: ${problem}`);
      },
    });
  } finally {
    stops.release();
    await queue.close();
    await paid?.close();
  }
  return exitCodes.done;
}

/** Opens the ledger of the servers and the model. Null: the built-in writer writes, which costs nothing. */
async function openPaid(url: string, writer: Writer, concurrency: number) {
  const model = await openModel(writer);
  if (model === null) return null;
  const { budget } = writer;
  const database = await openDatabase({
    dataDirectory: '.',
    databaseUrl: url,
    poolSize: Math.min(10, concurrency + 1),
    onIdleError: ({ message }) => say(`A connection to PostgreSQL broke and will be opened anew: ${message}`),
  }).catch((error: unknown) => {
    throw new Error(`The database cannot be opened: ${describeError(error).message}`, { cause: error });
  });
  const orderStore = createOrderStore({
    database,
    limits: { perMinute: null, perDay: null, runningPerWorkspace: null },
    budget,
    onFailure: (error) => say(`An order could not be written: ${describeError(error).message}`),
  });
  const services: PaidServices = { orderStore, budget, model };
  return {
    services,
    async close() {
      await orderStore.close();
      await database.close();
    },
  };
}
