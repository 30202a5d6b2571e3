import { setImmediate as nextTurn } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import type { Drain } from '#server/scheduling.ts';

import { readIdempotencyKey } from './idempotency-key.ts';
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

/** How the work of a generation ended: normally, or with a failure. */
type Ending = { readonly type: 'done' } | { readonly type: 'failed'; readonly failure: unknown };

type Steps = AsyncGenerator<GenerationStep, void, undefined>;

/** Keeps all steps of a generation so far. Any number of readers can read all of them. */
export function createStepBuffer() {
  const steps: GenerationStep[] = [];
  const waiting = new Set<() => void>();
  let ending: Ending | null = null;

  function wakeAll(): void {
    for (const wake of waiting) wake();
    waiting.clear();
  }

  async function* readAll(hasLeft: () => boolean, onWait: () => void): Steps {
    for (let index = 0; !hasLeft();) {
      const step = steps[index];
      if (step !== undefined) {
        index += 1;
        yield step;
      } else if (ending?.type === 'failed') throw ending.failure;
      else if (ending?.type === 'done') return;
      else {
        const change = new Promise<void>((resolve) => waiting.add(resolve));
        onWait();
        await change;
      }
    }
    throw new ProblemError('stopped');
  }

  return {
    /** Returns whether a reader waits for the next step. */
    isAwaited: () => waiting.size > 0,
    add(step: GenerationStep): void {
      steps.push(step);
      wakeAll();
    },
    /** Ends the buffer. Only the first call counts. */
    end(given: Ending): void {
      ending ??= given;
      wakeAll();
    },
    /**
     * Yields all steps from the first one. Calls `onWait` each time it has to wait for a step. Throws what the work
     * threw, and 'stopped' as soon as the reader has left.
     */
    read(left: Promise<void>, onWait: () => void): Steps {
      let hasLeft = false;
      async function leave(): Promise<void> {
        await left;
        hasLeft = true;
        // The other readers find nothing new and wait again.
        wakeAll();
      }
      void leave();
      return readAll(() => hasLeft, onWait);
    },
  };
}

/** Starts the work, which may call `stop` to end itself. Returns the steps of the work. */
type StartWork = (
  signal: AbortSignal,
  stop: (reason: ProblemError) => void,
) => Promise<AsyncIterable<GenerationStep>>;

type StreamTimeouts = {
  /** How long the work goes on without listeners, in milliseconds. */
  readonly withoutListeners: number;
  /** The work is stopped after this time, in milliseconds. A listener that does not read would hold it for ever. */
  readonly longest: number;
};

const abandoned = new ProblemError('generation-abandoned');

type GenerationStream = ReturnType<typeof startStream>;

/** Starts a generation that any number of listeners share. The work is no faster than the fastest listener reads. */
export function startStream(start: StartWork, { withoutListeners, longest }: StreamTimeouts) {
  const controller = new AbortController();
  const { signal } = controller;
  const buffer = createStepBuffer();
  const limit = setTimeout(() => stop(new ProblemError('provider-timeout')), longest).unref();
  let leaving: NodeJS.Timeout | undefined;
  let listeners = 0;
  let isOver = false;
  const { wake, moveSteps } = createPump(buffer, signal, () => listeners > 0);

  /** Aborts the signal of the work with the reason, and reads the work to its end. */
  function stop(reason: ProblemError): void {
    controller.abort(reason);
    wake();
  }

  function leave(): void {
    listeners -= 1;
    if (listeners > 0 || isOver) return;
    if (withoutListeners === 0) return stop(abandoned);
    leaving = setTimeout(stop, withoutListeners, abandoned);
    wake();
  }

  function end(last: Parameters<typeof buffer.end>[0]): void {
    isOver = true;
    buffer.end(last);
  }

  const started = start(signal, stop);
  const ended = started
    .then((steps) => moveSteps(steps[Symbol.asyncIterator]()))
    .then(
      () => end({ type: 'done' }),
      (failure: unknown) => end({ type: 'failed', failure }),
    )
    .finally(() => {
      clearTimeout(limit);
      clearTimeout(leaving);
    });
  return {
    /** Resolves when the work has started. Rejects with the reason why it could not start. */
    started,
    /** Resolves when the work has ended. Never rejects. */
    ended,
    stop,
    /** Returns the number of listeners that have not left. */
    listeners: () => listeners,
    /** Returns all steps from the first one. `left` resolves when the listener leaves. */
    listen(left: Promise<void>): AsyncIterable<GenerationStep> {
      listeners += 1;
      clearTimeout(leaving);
      void left.then(leave);
      return buffer.read(left, wake);
    },
  };
}

/** Moves steps into the buffer: one whenever a listener waits, and all of them when stopped or without listeners. */
function createPump(
  buffer: ReturnType<typeof createStepBuffer>,
  signal: AbortSignal,
  hasListeners: () => boolean,
) {
  let resume: (() => void) | null = null;
  return {
    /** Checks again whether a step is to be moved. */
    wake: () => resume?.(),
    /** Resolves at the end of the steps. Throws what they throw, and the reason of the stop. */
    async moveSteps(source: AsyncIterator<GenerationStep>): Promise<void> {
      for (;;) {
        // A source whose steps are always ready would block all other work.
        if (signal.aborted || !hasListeners()) await nextTurn();
        else if (!buffer.isAwaited()) {
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
          continue;
        }
        const step = await source.next();
        if (step.done === true) return;
        buffer.add(step.value);
        if (!signal.aborted) continue;
        // When the work was stopped and still yields a step, that step is its last.
        await source.return?.();
        throw signal.reason;
      }
    },
  };
}
