import type { GenerationStep } from '#core/generation/generation-step.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { DailyBudget, Ledger } from '#server/ledger/ledger.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { Meter } from '#server/observe/meter.ts';

import { chooseWriter } from './choose-writer.ts';
import type { Writers } from './choose-writer.ts';
import type { KeyedClick } from './click-of.ts';
import { prepareRequest } from './prepare-request.ts';
import type { GenerationRequest } from './prepare-request.ts';
import { repeatClick } from './repeat-click.ts';
import { worstCaseOf } from './spending.ts';
import { writeOrder } from './write-order.ts';

export type GenerationParts = Writers & {
  readonly links: LinkStore;
  readonly ledger: Ledger;
  readonly budget: DailyBudget | null;
  readonly meter: Meter;
};

export type ClickedOrder = {
  readonly workspace: string;
  readonly visitor: string;
  readonly request: GenerationRequest;
  /** Null: nobody can repeat it. */
  readonly click: KeyedClick | null;
  /** Throws where a new call of the model is not deserved. */
  readonly prove: () => Promise<void>;
  /** Ends the writing before its time. */
  readonly stop: (reason: ProblemError) => void;
};

const unaccounted =
  'The generation was ended, because the server could no longer note down what it costs. Please try again in a few minutes.';

/**
 * Has an order written, once its worst case is held back in the ledger; of a click that was made before it repeats
 * what that led to. Throws whatever speaks against it.
 */
export async function beginGeneration(
  parts: GenerationParts,
  { workspace, visitor, request, click, prove, stop }: ClickedOrder,
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const { ledger, links, budget } = parts;
  // Before the links are looked for: they may be gone since, and what was made of them is not.
  const known = click === null ? null : await ledger.look(click);
  if (known !== null) return repeatClick(ledger, { click, made: known }, signal);
  const writer = chooseWriter(parts, request);
  const isPaid = writer.name === 'model';
  const job = await prepareRequest(links, workspace, request, { terms: writer.terms, signal });
  signal.throwIfAborted();
  if (isPaid) await prove();
  const worstCase = isPaid ? worstCaseOf(job, budget) : 0;
  const onLost = () => stop(new ProblemError('storage-failed', { detail: unaccounted }));
  // What costs nothing is written anew for who repeats it: kept for a day, it would let anybody fill the disk.
  const kept = isPaid ? click : null;
  const opening = await ledger.open({ workspace, visitor, isPaid, worstCase, click: kept }, onLost);
  if (opening.kind === 'started')
    return writeOrder(parts, { id: opening.id, click: kept, job, writer }, signal);
  const made = opening.kind === 'ended' ? opening.outcome : 'running';
  return repeatClick(ledger, { click: kept, made }, signal);
}
