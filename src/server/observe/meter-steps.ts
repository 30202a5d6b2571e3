import { stopReason } from '#llm-client/call-failure.ts';
import type { Usage, GenerationStep } from '#core/generation/generation.ts';
import { follow } from '#core/generation/follow.ts';
import type { End } from '#core/generation/follow.ts';
import { problemCodeOf } from '#server/http/plugins/problem-code.ts';

import type { MeteredGeneration } from './meter.ts';

type MeteredWork = {
  readonly start: () => MeteredGeneration;
  /** What was used, asked at the end, whatever the end. */
  readonly usage: () => Usage | null;
  /** Says why a work is left before its end. */
  readonly signal: AbortSignal;
};

/** Passes a generation's steps on and tells the meter of its first text and its end. */
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
