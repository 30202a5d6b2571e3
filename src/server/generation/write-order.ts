import { generate } from '#core/generation/generate.ts';
import type { GenerationStep } from '#core/generation/generate.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import type { DailyBudget, Ledger, Settlement } from '#server/ledger/ledger.ts';
import { meterSteps } from '#server/observe/meter-steps.ts';
import type { Meter } from '#server/observe/meter.ts';

import type { ChosenWriter } from './choose-writer.ts';
import type { KeyedClick } from './click-of.ts';
import { writeRecord } from './outcome-record.ts';
import type { Ending } from './outcome-record.ts';
import { settleSteps } from './settle-steps.ts';
import { createSpending } from './spending.ts';

/** An order that the ledger has taken. */
type TakenOrder = {
  readonly id: string;
  readonly click: KeyedClick | null;
  readonly job: WritingJob;
  readonly writer: ChosenWriter;
};

type Books = { readonly ledger: Ledger; readonly budget: DailyBudget | null; readonly meter: Meter };

/** Has the order written, and settles what it took. */
export function writeOrder(
  { ledger, budget, meter }: Books,
  { id, click, job, writer }: TakenOrder,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const spending = createSpending(job, writer.terms);
  const pieces = spending.watch(writer.model.write(job, signal));
  const steps = meterSteps(generate(pieces, job), {
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

function stateOf(ending: Ending): Settlement['state'] {
  if (ending.type === 'result') return 'done';
  return ending.problem.code === 'generation-abandoned' ? 'stopped' : 'failed';
}
