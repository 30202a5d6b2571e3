import { setImmediate as nextTurn } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep, Steps } from '#core/generation/finished-generation.ts';

/** How the work of a generation ended: normally, or with a failure. */
type Ending = { readonly type: 'done' } | { readonly type: 'failed'; readonly error: unknown };

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
      } else if (ending?.type === 'failed') throw ending.error;
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
      void left.then(() => {
        hasLeft = true;
        // The other readers find nothing new and wait again.
        return wakeAll();
      });
      return readAll(() => hasLeft, onWait);
    },
  };
}

/** Starts the work and returns its steps. */
type StartWork = (signal: AbortSignal) => Promise<AsyncIterable<GenerationStep>>;

type StreamTimeouts = {
  /** Returns how long started work goes on without listeners, in milliseconds. Before its start it ends with the last. */
  readonly withoutListeners: () => number;
  /** The work is stopped after this time, in milliseconds. A listener that does not read would hold it for ever. */
  readonly longest: number;
};

/** The reason for work that its visitor has stopped, or that nobody has waited for. */
export const abandoned = new ProblemError('generation-abandoned');

export type GenerationStream = ReturnType<typeof startStream>;

/** Starts a generation that any number of listeners share. The work is no faster than the fastest listener reads. */
export function startStream(start: StartWork, { withoutListeners, longest }: StreamTimeouts) {
  const controller = new AbortController();
  const { signal } = controller;
  const buffer = createStepBuffer();
  const limit = setTimeout(() => stop(new ProblemError('provider-timeout')), longest).unref();
  const audience = createAudience(withoutListeners, () => stop(abandoned));
  const { wake, moveSteps } = createStepMover(buffer, signal, () => audience.count() > 0);

  /** Aborts the signal of the work with the reason, and reads the work to its end. */
  function stop(reason: ProblemError): void {
    controller.abort(reason);
    wake();
  }

  function end(last: Ending): void {
    audience.end();
    buffer.end(last);
  }

  const started = start(signal);
  const ended = started
    .then((steps) => {
      audience.begin();
      return moveSteps(steps[Symbol.asyncIterator]());
    })
    .then(
      () => end({ type: 'done' }),
      (error: unknown) => end({ type: 'failed', error }),
    )
    .finally(() => clearTimeout(limit));
  return {
    /** Resolves when the work has started. Rejects with the reason why it could not start. */
    started,
    /** Resolves when the work has ended. Never rejects. */
    ended,
    stop,
    keep: audience.keep,
    keepForReader: audience.keepForReader,
    isAbandoned: audience.isGone,
    /** Returns the number of listeners that have not left. */
    listeners: audience.count,
    /** Returns all steps from the first one. `left` resolves when the listener leaves. */
    listen(left: Promise<void>): AsyncIterable<GenerationStep> {
      audience.enter();
      void left.then(audience.leave).then(wake);
      return buffer.read(left, wake);
    },
  };
}

/** How long a reader on another server counts after each of its signs, in milliseconds. It gives one every two seconds. */
const readerTime = 10_000;

/**
 * Counts listeners. Calls `onEnd` when all have left: at once before the start of the work, then after the milliseconds
 * that `timeOf` returns.
 */
function createAudience(timeOf: () => number, onEnd: () => void) {
  let phase: 'starting' | 'running' | 'over' = 'starting';
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Until when somebody waits on another server, by `performance.now()`. */
  let readUntil = 0;

  const isAlone = () => phase === 'running' && count === 0;

  /** If all listeners have left, lets the work go on for the whole time from now. */
  function keep(): void {
    if (!isAlone()) return;
    clearTimeout(timer);
    timer = setTimeout(onEnd, timeOf()).unref();
  }

  return {
    count: () => count,
    /** Returns whether the work goes on although all listeners have left and nobody waits on another server. */
    isGone: () => isAlone() && performance.now() >= readUntil,
    keep,
    /** Does the same as `keep`. For a few seconds, the work also counts as read. */
    keepForReader(): void {
      readUntil = performance.now() + readerTime;
      keep();
    },
    begin: () => void (phase = 'running'),
    end(): void {
      phase = 'over';
      clearTimeout(timer);
    },
    enter(): void {
      count += 1;
      clearTimeout(timer);
    },
    leave(): void {
      count -= 1;
      if (count > 0 || phase === 'over') return;
      // Before its start nothing is paid for yet.
      if (phase === 'starting' || timeOf() === 0) onEnd();
      else keep();
    },
  };
}

/** Moves steps into the buffer: one whenever a listener waits, and all of them when stopped or without listeners. */
function createStepMover(
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

type Follower<T> = {
  /** Gets each value before the reader does. */
  take(value: T): void | Promise<void>;
  /** Called once. 'left': the reader has stopped. */
  end(end: Ending | { readonly type: 'left' }): void | Promise<void>;
};

/** Yields the values of the source. A follower gets them too. */
export async function* follow<T>(source: AsyncIterable<T>, { take, end }: Follower<T>) {
  let how: Parameters<typeof end>[0] = { type: 'left' };
  try {
    for await (const value of source) {
      await take(value);
      yield value;
    }
    how = { type: 'done' };
  } catch (error) {
    how = { type: 'failed', error };
    throw error;
  } finally {
    await end(how);
  }
}
