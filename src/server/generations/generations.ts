import { ProblemError } from '#core/errors/problem.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import type { WorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { readIdempotencyKey } from './idempotency-key.ts';
import type { Ledger } from './ledger/ledger.ts';
import { startGeneration, type GenerationOrder, type GenerationParts } from './start-generation.ts';
import { createOpenStreams, type OpenStreamsOptions } from './stream/open-streams.ts';

type VisitorOrder = Omit<GenerationOrder, 'key' | 'stop'> & {
  /** The idempotency key as the visitor sent it; null: the request cannot be repeated. */
  readonly key: string | null;
};

/** The use case: one idempotency key is at most one paid call, which never costs more than is allowed. */
export type Generations = {
  /**
   * Joins, repeats or starts the generation of this key. Throws why it cannot; the steps throw what goes wrong later.
   * A listener leaves by aborting the signal. The work ends when the last listener leaves.
   */
  order(order: VisitorOrder, signal: AbortSignal): Promise<AsyncIterable<GenerationStep>>;
  /** Stops all generations of a deleted workspace in this process. Resolves when they have ended. */
  stop(workspace: string): Promise<void>;
  /** Returns the workspaces that have a generation in this process. */
  workspaces(): readonly string[];
};

const deleted = 'The generation was ended, because all of your data was deleted.';

export function createGenerations(parts: GenerationParts & OpenStreamsOptions): Generations {
  const streams = createOpenStreams(parts);
  return {
    async order({ key: keyText, ...order }, signal) {
      const { workspace, request, place } = order;
      try {
        const key = keyText === null ? null : readIdempotencyKey(workspace, keyText, request);
        const stream = streams.enter({ workspace, key }, (stopped, stop) =>
          startGeneration(parts, { ...order, key, stop }, stopped),
        );
        const steps = stream.listen(signal);
        await stream.started;
        return steps;
      } finally {
        // A visitor who joins an open stream needs no place.
        place.giveUp();
      }
    },
    stop: (workspace) => streams.stop(workspace, new ProblemError('workspace-deleted', { detail: deleted })),
    // An order without a workspace has nothing that could be deleted.
    workspaces: () => streams.workspaces().filter((workspace) => workspace !== ''),
  };
}

/** In milliseconds. */
const lookEvery = 1000;

type DeletionParts = {
  readonly generations: Pick<Generations, 'stop' | 'workspaces'>;
  readonly workspaceStore: Pick<WorkspaceStore, 'living'>;
  readonly ledger: Pick<Ledger, 'forget'>;
};

/**
 * Stops the generations of workspaces that another server has deleted. Looks for them once a second.
 * Returns a function that ends the looking.
 */
export function followDeletions({ generations, workspaceStore, ledger }: DeletionParts): () => void {
  async function look(): Promise<void> {
    const running = generations.workspaces();
    if (running.length === 0) return;
    const living = await workspaceStore.living(running);
    for (const id of running.filter((each) => !living.has(each))) {
      await generations.stop(id);
      await ledger.forget(id);
    }
  }

  // A database that does not answer is no deletion.
  const timer = setInterval(() => void look().catch(() => undefined), lookEvery).unref();
  return () => clearInterval(timer);
}
