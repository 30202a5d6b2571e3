import { ProblemError, type ProblemCode, stopReason } from '#core/errors/problem.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import type { GenerationClient } from '#core/generation/generation-client.ts';
import { follow } from '#core/generation/follow.ts';
import { generate } from '#core/generation/generate.ts';
import type { Wish } from '#core/generation/prepare-job.ts';
import type { WritingJob, WritingTerms } from '#core/generation/writing-job.ts';
import { pointAtLinks } from '#core/template-writer/point-at-links.ts';
import { openGenerationClient } from '#llm-client/write-completion.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import type { Meter } from '#server/observe/meter.ts';
import { createPauses, type EventLoopScheduler } from '#server/event-loop-scheduler.ts';
import type { WorkPlace } from '#server/worker-pool/worker-pool.ts';

import { type IdempotencyKey, writeRecord, type Ending } from './idempotency-key.ts';
import type { DailyBudget, Ledger, Settlement } from './ledger/ledger.ts';
import { createSpending, type Excess, type Spending } from './spending.ts';

/** Who writes, and what. */
export type Writing =
  | {
      readonly by: 'model';
      readonly model: ChatModel;
      readonly job: WritingJob;
      /** In the unit of the budget. */
      readonly worstCase: number;
    }
  | {
      readonly by: 'built-in';
      readonly place: WorkPlace;
      readonly wish: Wish;
      readonly terms: WritingTerms;
    };

export type AccountingParts = {
  readonly ledger: Ledger;
  readonly budget: DailyBudget | null;
  readonly meter: Meter;
  /** The scheduler of the thread that serves requests. */
  readonly scheduler: EventLoopScheduler;
  /** Called for each call of which the provider counts more than is booked. */
  readonly onExcess: (excess: Excess) => void;
};

/** An order that the ledger has accepted. */
type AcceptedOrder = {
  readonly id: string;
  readonly key: IdempotencyKey | null;
  readonly writing: Writing;
};

/** Writes the generation, meters it, and settles what it cost, once, whatever its end is. */
export function writeGeneration(
  parts: AccountingParts,
  { id, key, writing }: AcceptedOrder,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const { ledger, budget, meter, onExcess } = parts;
  const spending = createSpending(writing.by === 'model' ? writing.job.terms : writing.terms, onExcess);
  const written =
    writing.by === 'model'
      ? writeByModel(writing, { ...parts, spending }, signal)
      : writeBuiltIn(writing, signal);
  const metered = meter.generationStarted(writing.by);
  let settled: Promise<void> | null = null;

  function settle(ending: Ending): Promise<void> {
    settled ??= ledger.settle(id, {
      spent: spending.amount(budget),
      isCounted: isCounted(ending, spending),
      state: stateOf(ending),
      record: key === null ? null : writeRecord(ending, key.text),
    });
    return settled;
  }

  return follow(written, {
    take(step) {
      if (step.type === 'version-edit') metered.firstText();
      // The result is settled before it is passed on: who has seen it can have it again.
      return step.type === 'result' ? settle(step) : undefined;
    },
    end(end) {
      const problem = end.type === 'failed' ? problemOf(end.error) : stopReason(signal);
      const isDone = settled !== null && end.type !== 'failed';
      metered.end(isDone ? 'done' : problem.code, spending.usage());
      return settle({ type: 'problem', problem });
    },
  });
}

/** Asks for its turn at once, before anybody reads the steps. */
function writeBuiltIn(
  { place, wish, terms }: Extract<Writing, { by: 'built-in' }>,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const written = place.write({ wish, terms }, signal);
  // The reader of the steps gets the failure.
  written.catch(() => undefined);
  return (async function* steps() {
    yield* await written;
  })();
}

const tookTooMuch =
  'The AI model answered with more than it was allowed, so it was not asked for the rest. Please try again with a shorter text.';

function writeByModel(
  { job, model, worstCase }: Extract<Writing, { by: 'model' }>,
  { spending, meter, budget, scheduler }: AccountingParts & { readonly spending: Spending },
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const inSteps: GenerationClient['inSteps'] = (steps) => createPauses(scheduler, signal).run(steps);
  const client = openGenerationClient(
    {
      tokenizer: job.terms.model?.tokenizer,
      write(request, ended) {
        if (!spending.hasRoomFor(request, worstCase, budget))
          throw new ProblemError('provider-output-limit', { detail: tookTooMuch });
        meter.modelCalled(request.purpose);
        return spending.watch(request, model.write(request, ended));
      },
      fill: (gaps) => inSteps(pointAtLinks(gaps)),
      inSteps,
      // A signal of no signals never aborts.
      toTheEnd: (steps) => createPauses(scheduler, AbortSignal.any([])).run(steps),
    },
    signal,
  );
  return generate(job, client);
}

function problemOf(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError('unexpected', { cause: error });
}

/** These ends count as soon as the provider was asked. Otherwise a visitor could leave each time and never count. */
const leaving = new Set<ProblemCode>(['generation-abandoned', 'stopped', 'workspace-deleted']);

/** Whether the order counts against the visitor's day. A failure without any text of the model does not. */
function isCounted(ending: Ending, spending: Spending): boolean {
  const isLeft = ending.type === 'problem' && leaving.has(ending.problem.code);
  return isLeft ? spending.hasBegun() : spending.hasWritten();
}

function stateOf(ending: Ending): Settlement['state'] {
  if (ending.type === 'result') return 'done';
  return ending.problem.code === 'generation-abandoned' ? 'stopped' : 'failed';
}
