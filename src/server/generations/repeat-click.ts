import { setTimeout as sleep } from 'node:timers/promises';

import type { GenerationStep } from '#core/generation/generation.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { Ledger, Outcome } from './ledger/ledger.ts';

import type { KeyedClick } from './click-of.ts';
import { replayOutcome } from './outcome-record.ts';

const lookEvery = 500;

type MadeClick = { readonly click: KeyedClick | null; readonly made: Outcome | 'running' };

/**
 * What a click has led to, or will lead to on the server where it is at work. Throws the problem where it led to one.
 */
export function repeatClick(
  ledger: Ledger,
  { click, made }: MadeClick,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  if (click === null) throw new ProblemError('unexpected', { cause: 'Without a key nothing is repeated.' });
  return made === 'running' ? waitForEnd(ledger, click, signal) : tell(replayOutcome(made, click.key));
}

async function* waitForEnd(ledger: Ledger, click: KeyedClick, signal: AbortSignal) {
  for (;;) {
    await sleep(lookEvery, undefined, { signal }).catch(() => signal.throwIfAborted());
    const made = await ledger.look(click);
    if (made === 'running') continue;
    // Null: it was begun longer than a day ago.
    if (made === null) throw new ProblemError('generation-interrupted');
    return yield* tell(replayOutcome(made, click.key));
  }
}

async function* tell(generation: ReturnType<typeof replayOutcome>): AsyncGenerator<GenerationStep, void> {
  yield { type: 'result', generation };
}
