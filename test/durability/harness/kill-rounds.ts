import { setTimeout as sleep } from 'node:timers/promises';

import { createLedger } from './ledger.ts';
import { createLinksClient, type Answer } from './links-client.ts';
import { createRandom, killRounds, seed } from './random.ts';
import { spawnServer } from './server-process.ts';
import { writeLinks } from './writers.ts';

/** The most answers in a round before the server is killed. With 0, the kill interrupts the first writes. */
const mostAnswers = 40;
const longestStart = 300;
const interruptedStarts = 0.1;

/** The result of the rounds. No fault and no refusal means that no acknowledged write was lost. */
export type KillReport = {
  readonly faults: readonly string[];
  readonly refusals: readonly Answer[];
  readonly acknowledged: number;
};

/**
 * Kills the server at random moments while it writes, and sometimes while it starts. After each restart it compares
 * every link with the acknowledged writes. `settle` waits until the database has finished the work of the killed
 * server.
 */
export async function killInRounds(
  environment: Readonly<Record<string, string>>,
  settle: () => Promise<void> = async () => {},
): Promise<KillReport> {
  const random = createRandom(seed);
  const ledger = createLedger();
  const refusals: Answer[] = [];
  let lastNumber = 0;
  for (let round = 0; ; round += 1) {
    if (random() < interruptedStarts) {
      const interrupted = spawnServer({ environment });
      await sleep(random() * longestStart);
      await interrupted.end('SIGKILL');
    }
    await settle();
    const server = spawnServer({ environment });
    const client = createLinksClient(await server.ready());
    const faults = ledger.compare(await client.all());
    if (faults.length > 0 || round === killRounds) {
      await server.end('SIGTERM');
      return { faults, refusals, acknowledged: ledger.acknowledged() };
    }
    let isKilled: Promise<unknown> | undefined;
    let answersLeft = Math.floor(random() * mostAnswers);
    const kill = () => (isKilled ??= server.end('SIGKILL'));
    const writing = writeLinks({
      client,
      ledger,
      random,
      nextNumber: () => (lastNumber += 1),
      onAnswer(answer) {
        if (answer.problem !== null) refusals.push(answer);
        answersLeft -= 1;
        if (answersLeft <= 0) void kill();
      },
    });
    if (answersLeft === 0) void kill();
    await writing;
    await kill();
  }
}

/** Returns a line for the summary of `npm test`. Its seed repeats the same random numbers. */
export function killNote(database: string, { faults, acknowledged }: KillReport): string {
  return `${database} server killed: ${killRounds} rounds, ${acknowledged} acknowledged writes, ${faults.length} lost or torn (seed ${seed})`;
}
