import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import type { Drain } from '#server/observe/drain.ts';
import type { WorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { startStream, type GenerationStream } from './generation-stream.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import type { Ledger } from './ledger/ledger.ts';
import { startGeneration, type GenerationOrder, type GenerationParts } from './write-generation.ts';

type Options = GenerationParts & {
  readonly drain: Drain;
  /** The largest number of generations at a time; null: no limit. */
  readonly runningAtMost: number | null;
  /** How long one generation may take, in milliseconds. */
  readonly longestRun: number;
};

type VisitorOrder = Omit<GenerationOrder, 'key' | 'stop'> & {
  /** The idempotency key as the visitor sent it; null: the request cannot be repeated. */
  readonly key: string | null;
};

type StreamOrder = Omit<GenerationOrder, 'stop'>;
type Running = Pick<StreamOrder, 'workspace' | 'key'> & { readonly stream: GenerationStream };

/** In milliseconds. A page may reload in this time. After the visitor has left, a call must end within a second. */
const reloadTime = 500;
const listenersAtMost = 10;
const secondsToRetry = 5;
const deleted = 'The generation was ended, because all of your data was deleted.';

export type Generations = ReturnType<typeof createGenerations>;

/** Orders and stops the generations of this process. Requests with one idempotency key are at most one paid order. */
export function createGenerations(options: Options) {
  const { running, enter } = createStreams(options);
  return {
    /**
     * Joins, repeats or starts the generation of this key, or throws. The steps throw later failures. `left` resolves
     * when the listener leaves. The work ends soon after the last listener has left.
     */
    async order(
      { key, ...order }: VisitorOrder,
      left: Promise<void>,
    ): Promise<AsyncIterable<GenerationStep>> {
      const { workspace, request, place } = order;
      try {
        const read = key === null ? null : readIdempotencyKey(workspace, key, request);
        const stream = enter({ ...order, key: read });
        const steps = stream.listen(left);
        await stream.started;
        return steps;
      } finally {
        // A visitor who joins an open stream needs no place.
        place.giveUp();
      }
    },
    /** Stops all generations of a deleted workspace in this process. Resolves when they have ended. */
    async stop(workspace: string): Promise<void> {
      const stopped = [...running].flatMap((each) => (each.workspace === workspace ? each.stream : []));
      for (const stream of stopped) stream.stop(new ProblemError('workspace-deleted', { detail: deleted }));
      await Promise.all(stopped.map(({ ended }) => ended));
    },
    /** Returns the workspaces that have a generation in this process. */
    workspaces(): readonly string[] {
      const all = new Set([...running].map(({ workspace }) => workspace));
      // A visitor without a workspace has nothing to delete.
      return [...all].filter((workspace) => workspace !== '');
    },
  };
}

function createStreams({ drain, runningAtMost, longestRun: longest, ...parts }: Options) {
  /** All generations that are under way in this process. */
  const running = new Set<Running>();

  function open(order: StreamOrder): GenerationStream {
    if (runningAtMost !== null && running.size >= runningAtMost) throw serverFull();
    const { workspace, key } = order;
    const leaveDrain = drain.enter((reason) => stream.stop(reason));
    const stream = startStream((signal, stop) => startGeneration(parts, { ...order, stop }, signal), {
      withoutListeners: key === null ? 0 : reloadTime,
      longest,
    });
    const entry = { stream, workspace, key };
    running.add(entry);
    void stream.ended.finally(() => {
      leaveDrain();
      running.delete(entry);
    });
    return stream;
  }

  /** Returns the open stream of the idempotency key, or a new one. */
  function enter(order: StreamOrder): GenerationStream {
    const { key } = order;
    const known = [...running].find((each) => key !== null && each.key?.keyHash === key.keyHash);
    if (known === undefined) return open(order);
    if (known.key?.bodyHash !== key?.bodyHash) throw new ProblemError('idempotency-key-reused');
    if (known.stream.listeners() >= listenersAtMost) throw serverFull();
    return known.stream;
  }

  return { running, enter };
}

function serverFull(): ProblemError {
  return new ProblemError('server-full', { retryAfterSeconds: secondsToRetry });
}

/** In milliseconds. */
const lookEvery = 1000;

type DeletionParts = {
  readonly generations: Generations;
  readonly workspaceStore: WorkspaceStore;
  readonly ledger: Ledger;
};

/**
 * Stops the generations of workspaces that another server has deleted. Checks the workspaces once a second.
 * Returns a function that ends this.
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

  // A failure of the database does not mean that a workspace was deleted.
  const timer = setInterval(() => void look().catch(() => undefined), lookEvery).unref();
  return () => clearInterval(timer);
}
