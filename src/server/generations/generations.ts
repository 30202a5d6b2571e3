import type { GenerationStep } from '#core/generation/generation.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { WorkPlace } from '#server/worker-pool/worker-pool.ts';

import { beginGeneration } from './begin-generation.ts';
import type { GenerationParts } from './begin-generation.ts';
import { clickOf } from './click-of.ts';
import type { GenerationRequest } from './prepare-request.ts';
import { createRuns } from './stream/runs.ts';
import type { RunsOptions } from './stream/runs.ts';

type GenerationOrder = {
  readonly workspace: string;
  readonly visitor: string;
  /** Where the content is read in turn, and the built-in writer writes. */
  readonly place: WorkPlace;
  /** Requests with the same key are one click; null: this one is nobody else's. */
  readonly key: string | null;
  readonly request: GenerationRequest;
  /** Throws where a new call of the model is not deserved. Not asked of who repeats a click. */
  readonly prove: () => Promise<void>;
};

/** The use case: one click, at most one paid call, and never more than is allowed. */
export type Generations = {
  /**
   * Joins, repeats or starts what the click asks for. Throws what speaks against it; what goes wrong later is thrown
   * by the steps. Whoever is no longer interested aborts the signal, and the last one to do so ends the call.
   */
  order(order: GenerationOrder, signal: AbortSignal): Promise<AsyncIterable<GenerationStep>>;
  /** Ends all that run in this process for a workspace that was deleted, and ends when they have. */
  stop(workspace: string): Promise<void>;
  /** Those for which something runs in this process. */
  workspaces(): readonly string[];
};

const deleted = 'The generation was ended, because all of your data was deleted.';

export function createGenerations(parts: GenerationParts & RunsOptions): Generations {
  const runs = createRuns(parts);
  return {
    async order({ key, ...order }, signal) {
      const { workspace, request } = order;
      try {
        const click = key === null ? null : clickOf(workspace, key, request);
        const run = runs.enter({ workspace, click }, (stopped, stop) =>
          beginGeneration(parts, { ...order, click, stop }, stopped),
        );
        const steps = run.listen(signal);
        await run.begun;
        return steps;
      } finally {
        // Who joins another's run needs no place.
        order.place.giveUp();
      }
    },
    stop: (workspace) => runs.stop(workspace, new ProblemError('workspace-deleted', { detail: deleted })),
    // Without a workspace there is nothing to be deleted.
    workspaces: () => runs.workspaces().filter((workspace) => workspace !== ''),
  };
}
