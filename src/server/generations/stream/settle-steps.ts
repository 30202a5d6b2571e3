import { stopReason } from '#llm-client/call-failure.ts';
import type { GenerationStep } from '#core/generation/generation.ts';
import { follow } from '#core/generation/follow.ts';
import { ProblemError } from '#core/errors/problem.ts';

import type { Ending } from '#server/generations/outcome-record.ts';

/**
 * Passes on the steps of an order and settles it once, whatever becomes of it, before its end is told: whoever has
 * seen the result can have it again.
 */
export function settleSteps(
  steps: AsyncIterable<GenerationStep>,
  signal: AbortSignal,
  settle: (ending: Ending) => Promise<void>,
): AsyncIterable<GenerationStep> {
  let settled: Promise<void> | null = null;
  const settleOnce = (ending: Ending) => (settled ??= settle(ending));
  return follow(steps, {
    take: (step) => (step.type === 'result' ? settleOnce(step) : undefined),
    end(end) {
      if (settled !== null) return settled;
      // Of one that was left in the middle nothing more is heard.
      const problem = end.type === 'failed' ? asProblem(end.error) : stopReason(signal);
      return settleOnce({ type: 'problem', problem });
    },
  });
}

function asProblem(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError('unexpected', { cause: error });
}
