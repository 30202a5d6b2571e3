import { stopReason } from '#completion/stop-reason.ts';
import { openDesk } from '#completion/open-desk.ts';
import type { Desk } from '#core/generation/desk.ts';
import { generateBuiltIn } from '#core/generation/generate-built-in.ts';
import { generate } from '#core/generation/generate.ts';
import type { GenerationStep } from '#core/generation/generation-step.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { ProblemError } from '#core/problem/problem.ts';
import { pointAtLinks } from '#core/template-writer/point-at-links.ts';
import { createPauses } from '#server/pauses.ts';
import type { DailyBudget, Ledger, Settlement } from '#server/ledger/ledger.ts';
import { meterSteps } from '#server/observe/meter-steps.ts';
import type { Meter } from '#server/observe/meter.ts';

import type { ChosenWriter } from './choose-writer.ts';
import type { KeyedClick } from './click-of.ts';
import { writeRecord } from './outcome-record.ts';
import type { Ending } from './outcome-record.ts';
import { settleSteps } from './settle-steps.ts';
import { createSpending, worstCaseOf } from './spending.ts';
import type { Spending } from './spending.ts';

/** An order that the ledger has taken. */
type TakenOrder = {
  readonly id: string;
  readonly click: KeyedClick | null;
  readonly job: WritingJob;
  readonly writer: ChosenWriter;
};

type Books = {
  readonly ledger: Ledger;
  readonly budget: DailyBudget | null;
  readonly meter: Meter;
};

/** Has the order written, and settles what it took. */
export function writeOrder(
  { ledger, budget, meter }: Books,
  { id, click, job, writer }: TakenOrder,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const spending = createSpending(writer.terms);
  const steps = meterSteps(stepsOf(job, { writer, spending, meter, budget }, signal), {
    start: () => meter.generationStarted(writer.name),
    usage: spending.usage,
    signal,
  });
  return settleSteps(steps, signal, (ending) =>
    ledger.settle(id, {
      spent: spending.amount(budget),
      isCounted: spending.hasBegun(),
      state: stateOf(ending),
      record: click === null ? null : writeRecord(ending, click.key),
    }),
  );
}

type Hands = {
  readonly writer: ChosenWriter;
  readonly spending: Spending;
  readonly meter: Meter;
  readonly budget: DailyBudget | null;
};

const tookTooMuch =
  'The AI model answered with more than it was allowed, so it was not asked for the rest. Please try again with a shorter text.';

function stepsOf(
  job: WritingJob,
  { writer: { model }, spending, meter, budget }: Hands,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const inSteps: Desk['inSteps'] = (steps) => createPauses(signal, stopReason).run(steps);
  const fill: Desk['fill'] = (gaps) => inSteps(pointAtLinks(gaps));
  if (model === null) return generateBuiltIn(job, fill);
  const worstCase = worstCaseOf(job, budget);
  const desk = openDesk(
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
    },
    signal,
  );
  return generate(job, desk);
}

function stateOf(ending: Ending): Settlement['state'] {
  if (ending.type === 'result') return 'done';
  return ending.problem.code === 'generation-abandoned' ? 'stopped' : 'failed';
}
