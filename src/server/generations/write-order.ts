import { stopReason } from '#llm-client/call-failure.ts';
import { openGenerationClient } from '#llm-client/generation-client.ts';
import type { GenerationClient, GenerationStep } from '#core/generation/generation.ts';
import { generate } from '#core/generation/generate.ts';
import type { Wish } from '#core/generation/prepare-job.ts';
import type { WritingJob, WritingTerms } from '#core/generation/writing-job.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { ProblemCode } from '#core/errors/problem.ts';
import { pointAtLinks } from '#core/template-writer/point-at-links.ts';
import type { DailyBudget, Ledger, Settlement } from './ledger/ledger.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { meterSteps } from '#server/observe/meter-steps.ts';
import type { Meter } from '#server/observe/meter.ts';
import { createPauses } from '#server/event-loop-scheduler.ts';
import type { EventLoopScheduler } from '#server/event-loop-scheduler.ts';
import type { WorkPlace } from '#server/worker-pool/worker-pool.ts';

import type { KeyedClick } from './click-of.ts';
import { writeRecord } from './outcome-record.ts';
import type { Ending } from './outcome-record.ts';
import { settleSteps } from './stream/settle-steps.ts';
import { createSpending, worstCaseOf } from './spending.ts';
import type { Excess, Spending } from './spending.ts';

/** An order that the ledger has taken. */
type TakenOrder = {
  readonly id: string;
  readonly click: KeyedClick | null;
  readonly writing: Writing;
};

/** Who writes, and what. */
export type Writing =
  | { readonly by: 'model'; readonly model: ChatModel; readonly job: WritingJob }
  | {
      readonly by: 'built-in';
      readonly place: WorkPlace;
      readonly wish: Wish;
      readonly terms: WritingTerms;
    };

type Books = {
  readonly ledger: Ledger;
  readonly budget: DailyBudget | null;
  readonly meter: Meter;
  readonly turns: EventLoopScheduler;
  readonly onExcess: (excess: Excess) => void;
};

/** Has the order written, and settles what it took. */
export function writeOrder(
  { ledger, budget, meter, turns, onExcess }: Books,
  { id, click, writing }: TakenOrder,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const spending = createSpending(writing.by === 'model' ? writing.job.terms : writing.terms, onExcess);
  const written =
    writing.by === 'model'
      ? writeByModel(writing, { spending, meter, budget, turns }, signal)
      : writeBuiltIn(writing, signal);
  const steps = meterSteps(written, {
    start: () => meter.generationStarted(writing.by),
    usage: spending.usage,
    signal,
  });
  return settleSteps(steps, signal, (ending) =>
    ledger.settle(id, {
      spent: spending.amount(budget),
      isCounted: counts(ending, spending),
      state: stateOf(ending),
      record: click === null ? null : writeRecord(ending, click.key),
    }),
  );
}

/** Asks for its turn at once, whoever reads it when. */
function writeBuiltIn(
  { place, wish, terms }: Extract<Writing, { by: 'built-in' }>,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const written = place.write({ wish, terms }, signal);
  // Whoever reads it is told the failure.
  written.catch(() => undefined);
  return (async function* tell() {
    yield* await written;
  })();
}

type Hands = {
  readonly spending: Spending;
  readonly meter: Meter;
  readonly budget: DailyBudget | null;
  readonly turns: EventLoopScheduler;
};

const tookTooMuch =
  'The AI model answered with more than it was allowed, so it was not asked for the rest. Please try again with a shorter text.';

function writeByModel(
  { job, model }: Extract<Writing, { by: 'model' }>,
  { spending, meter, budget, turns }: Hands,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const inSteps: GenerationClient['inSteps'] = (steps) => createPauses(turns, signal, stopReason).run(steps);
  const fill: GenerationClient['fill'] = (gaps) => inSteps(pointAtLinks(gaps));
  const worstCase = worstCaseOf(job, budget);
  const client = openGenerationClient(
    {
      tokenizer: job.terms.model?.tokenizer,
      write(request, ended) {
        if (!spending.hasRoomFor(request, worstCase, budget))
          throw new ProblemError('provider-output-limit', { detail: tookTooMuch });
        meter.modelCalled(request.purpose);
        return spending.watch(request, model.write(request, ended));
      },
      fill,
      inSteps,
      toTheEnd: (steps) => createPauses(turns, new AbortController().signal).run(steps),
    },
    signal,
  );
  return generate(job, client);
}

/** Whoever leaves or deletes counts as soon as the provider is at work: else nobody's visits would ever count. */
const leaving = new Set<ProblemCode>(['generation-abandoned', 'stopped', 'workspace-deleted']);

/** Against the visitor's day. A failure of ours or of the provider does not, where nothing was written. */
function counts(ending: Ending, spending: Spending): boolean {
  const isLeft = ending.type === 'problem' && leaving.has(ending.problem.code);
  return isLeft ? spending.hasBegun() : spending.hasWritten();
}

function stateOf(ending: Ending): Settlement['state'] {
  if (ending.type === 'result') return 'done';
  return ending.problem.code === 'generation-abandoned' ? 'stopped' : 'failed';
}
