import { stopReason } from '#llm-client/call-failure.ts';
import type { GenerationStep } from '#core/generation/generation.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import type { Wish } from '#core/generation/prepare-job.ts';
import type { WritingTerms } from '#core/generation/writing-job.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { DailyBudget, Ledger, Order } from './ledger/ledger.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import type { Meter } from '#server/observe/meter.ts';
import { createPauses } from '#server/event-loop-scheduler.ts';
import type { EventLoopScheduler } from '#server/event-loop-scheduler.ts';
import type { WorkPlace } from '#server/worker-pool/worker-pool.ts';

import { chooseWriter } from './choose-writer.ts';
import type { Writers } from './choose-writer.ts';
import type { KeyedClick } from './click-of.ts';
import { prepareRequest } from './prepare-request.ts';
import type { GenerationRequest } from './prepare-request.ts';
import { repeatClick } from './repeat-click.ts';
import { worstCaseOf } from './spending.ts';
import type { Excess } from './spending.ts';
import { writeOrder } from './write-order.ts';
import type { Writing } from './write-order.ts';

export type GenerationParts = Writers & {
  readonly links: LinkStore;
  readonly ledger: Ledger;
  readonly budget: DailyBudget | null;
  readonly meter: Meter;
  /** Those of the thread that serves requests. */
  readonly turns: EventLoopScheduler;
  /** Hears of each call of which the provider counts more than is booked. */
  readonly onExcess: (excess: Excess) => void;
};

export type ClickedOrder = {
  readonly workspace: string;
  readonly visitor: string;
  /** Where the content is read in turn, and the built-in writer writes. */
  readonly place: WorkPlace;
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
  clicked: ClickedOrder,
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const { ledger, links } = parts;
  const { workspace, request, click } = clicked;
  // Before the links are looked for: they may be gone since, and what was made of them is not.
  const known = click === null ? null : await ledger.look(click);
  if (known !== null) return repeatClick(ledger, { click, made: known }, signal);
  const writer = chooseWriter(parts, request);
  const wish = await prepareRequest(links, workspace, request, writer.terms);
  signal.throwIfAborted();
  const { model, terms } = writer;
  return model === null
    ? beginBuiltIn(parts, clicked, { wish, terms }, signal)
    : beginPaid(parts, clicked, { wish, terms, model }, signal);
}

type Wanted = { readonly wish: Wish; readonly terms: WritingTerms };

/** What costs nothing is written anew for who repeats it: kept for a day, it would let anybody fill the disk. */
function beginBuiltIn(
  parts: GenerationParts,
  clicked: ClickedOrder,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const writing = { by: 'built-in', place: clicked.place, ...wanted } as const;
  return openOrder(parts, clicked, { click: null, worstCase: 0 }, writing, signal);
}

/** Whoever would be refused whatever the content is refused before it is read. */
async function beginPaid(
  parts: GenerationParts,
  clicked: ClickedOrder,
  { wish, terms, model }: Wanted & { readonly model: ChatModel },
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const { ledger, budget, turns } = parts;
  const { workspace, visitor, click, prove, place } = clicked;
  await ledger.check({ workspace, visitor, click });
  await prove();
  const pauses = createPauses(turns, signal, stopReason);
  const job = await place.inTurn(() => pauses.run(prepareJob(wish, terms)), signal);
  const worstCase = worstCaseOf(job, budget);
  return openOrder(parts, clicked, { click, worstCase }, { by: 'model', job, model }, signal);
}

/** Has it written, or repeats what the click has led to in the meantime. */
async function openOrder(
  parts: GenerationParts,
  { workspace, visitor, stop }: ClickedOrder,
  { click, worstCase }: Pick<Order, 'worstCase'> & { readonly click: KeyedClick | null },
  writing: Writing,
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const { ledger } = parts;
  const isPaid = writing.by === 'model';
  const onLost = () => stop(new ProblemError('storage-failed', { detail: unaccounted }));
  const opening = await ledger.open({ workspace, visitor, isPaid, worstCase, click }, onLost);
  if (opening.kind === 'started') return writeOrder(parts, { id: opening.id, click, writing }, signal);
  const made = opening.kind === 'ended' ? opening.outcome : 'running';
  return repeatClick(ledger, { click, made }, signal);
}
