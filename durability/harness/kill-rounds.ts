import { setTimeout as sleep } from 'node:timers/promises';

import { createLedger } from './ledger.ts';
import { createLinksClient } from './links-client.ts';
import type { Answer } from './links-client.ts';
import { createRandom, killRounds, seed } from './random.ts';
import { spawnServer } from './server-process.ts';
import { writeLinks } from './writers.ts';

/** Answers that a round waits for at most before the server is killed: with none, the first writes are cut. */
const mostAnswers = 40;
const longestStart = 300;
const interruptedStarts = 0.1;

/** All that must not have happened; empty lists are a proof. */
export type KillReport = {
  readonly faults: readonly string[];
  readonly refusals: readonly Answer[];
  readonly acknowledged: number;
};

/**
 * Kills the server at random moments while it writes, now and then while it starts, and compares after each restart
 * every link with what was acknowledged. `settle` waits until the database has ended what the killed server began.
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

/** For the summary of `npm test`, and for a repetition with the same seed. */
export function killNote(database: string, { faults, acknowledged }: KillReport): string {
  return `${database} server killed: ${killRounds} rounds, ${acknowledged} acknowledged writes, ${faults.length} lost or torn (seed ${seed})`;
}
