import { stopReason } from '#llm-client/call-failure.ts';
import type { Usage, GenerationStep } from '#core/generation/generation.ts';
import { follow } from '#core/generation/follow.ts';
import type { End } from '#core/generation/follow.ts';
import { problemCodeOf } from '#server/http/plugins/problems.ts';

import type { MeteredGeneration } from './meter.ts';

type MeteredWork = {
  readonly start: () => MeteredGeneration;
  /** Returns the tokens used. Called at the end, also after a failure. */
  readonly usage: () => Usage | null;
  /** Its reason says why the work was stopped early. */
  readonly signal: AbortSignal;
};

/** Returns the same steps, and reports the first text and the end of the generation to the meter. */
export function meterSteps(
  steps: AsyncIterable<GenerationStep>,
  { start, usage, signal }: MeteredWork,
): AsyncIterable<GenerationStep> {
  const metered = start();
  let isDone = false;
  const outcomeOf = (end: End) => {
    if (end.type === 'failed') return problemCodeOf(end.error);
    return isDone ? 'done' : stopReason(signal).code;
  };
  return follow(steps, {
    take(step) {
      if (step.type === 'version-edit') metered.firstText();
      if (step.type === 'result') isDone = true;
    },
    end: (end) => metered.end(outcomeOf(end), usage()),
  });
}
