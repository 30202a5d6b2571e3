import { setImmediate as nextTurn } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep, Steps } from '#core/generation/finished-generation.ts';

/**
 * Reads the steps of the work and keeps them. Any number of readers can read all of them. Reads a step when a reader
 * wants one more, or while `isUnread` returns true. When the signal aborts, the next step is the last one.
 */
function shareSteps(
  work: Promise<AsyncIterable<GenerationStep>>,
  signal: AbortSignal,
  isUnread: () => boolean,
) {
  const steps: GenerationStep[] = [];
  /** Wakes each reader that waits for one more step. */
  const waiting: (() => void)[] = [];
  /** Wakes the work when it may be read on. */
  let goOn: (() => void) | null = null;
  let isOver = false;

  function wakeReaders(): void {
    for (const wake of waiting.splice(0)) wake();
  }

  async function readAll(): Promise<void> {
    const iterator = (await work)[Symbol.asyncIterator]();
    for (;;) {
      while (waiting.length === 0 && !isUnread()) await new Promise<void>((resolve) => (goOn = resolve));
      // Without this pause, a source whose steps are always ready would block all other work.
      if (isUnread()) await nextTurn();
      const step = await iterator.next();
      if (step.done === true) return;
      steps.push(step.value);
      wakeReaders();
      if (!signal.aborted) continue;
      // The work was stopped but still yields steps.
      await iterator.return?.();
      throw signal.reason;
    }
  }

  const done = readAll().finally(() => {
    isOver = true;
    wakeReaders();
  });
  return {
    /** Must be called when `isUnread` begins to return true. */
    goOn: () => goOn?.(),
    /** Resolves when the work has ended. Never rejects. */
    ended: done.catch(() => undefined),
    /** Yields all steps from the first one. Throws what the work threw, and 'stopped' as soon as the reader has left. */
    async *read(left: Promise<void>, hasLeft: () => boolean): Steps {
      for (let index = 0; !hasLeft();) {
        const step = steps[index];
        if (step !== undefined) {
          index += 1;
          yield step;
        } else if (isOver) return await done;
        else {
          const more = new Promise<void>((resolve) => waiting.push(resolve));
          goOn?.();
          await Promise.race([more, left]);
        }
      }
      throw new ProblemError('stopped');
    },
  };
}

export type StartedWork = {
  readonly steps: AsyncIterable<GenerationStep>;
  /** How long it goes on without listeners, in milliseconds. 0: it ends when the last one leaves. */
  readonly timeAlone: number;
};

/** The reason why work ends that its visitor has stopped, or that nobody waits for. */
export const abandoned = new ProblemError('generation-abandoned');

export type GenerationStream = ReturnType<typeof startStream>;

/**
 * Starts a generation that any number of listeners share. The work goes no faster than the fastest listener reads, and
 * ends after the longest time, in milliseconds. Otherwise a listener that does not read would hold it for ever.
 */
export function startStream(start: (signal: AbortSignal) => Promise<StartedWork>, longest: number) {
  const controller = new AbortController();
  const { signal } = controller;
  const limit = setTimeout(() => stop(new ProblemError('provider-timeout')), longest).unref();
  const audience = createAudience(() => stop(abandoned));
  const started = start(signal).then(({ steps, timeAlone }) => {
    audience.begin(timeAlone);
    return steps;
  });
  const isUnread = () => signal.aborted || audience.count() === 0;
  const { read, goOn, ...shared } = shareSteps(started, signal, isUnread);

  /** Aborts the signal of the work with the reason, and reads the work to its end. */
  function stop(reason: ProblemError): void {
    controller.abort(reason);
    goOn();
  }

  return {
    /** Resolves when the work has started. Rejects with the reason why it could not start. */
    started,
    ended: shared.ended.then(audience.end).finally(() => clearTimeout(limit)),
    stop,
    keep: audience.keep,
    keepForReader: audience.keepForReader,
    isAbandoned: audience.isGone,
    listeners: audience.count,
    /** Returns all steps from the first one. `left` resolves when the listener leaves. */
    listen(left: Promise<void>): AsyncIterable<GenerationStep> {
      let hasLeft = false;
      audience.enter();
      void left.then(() => {
        hasLeft = true;
        audience.leave();
        return goOn();
      });
      return read(left, () => hasLeft);
    },
  };
}

/** How long a reader on another server counts after a sign, in milliseconds. It gives one every two seconds. */
const readerTime = 10_000;

/** Calls `onEnd` when all have left: at once before the start, because nothing has been paid, then after a time. */
function createAudience(onEnd: () => void) {
  let phase: 'starting' | 'running' | 'over' = 'starting';
  let timeAlone = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Until when somebody waits on another server, by `performance.now()`. */
  let readUntil = 0;

  const isAlone = () => phase === 'running' && count === 0;

  /** If all listeners have left, lets the work go on for the whole time from now. */
  function keep(): void {
    if (!isAlone()) return;
    clearTimeout(timer);
    timer = setTimeout(onEnd, timeAlone).unref();
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
    /** `time`: how long the work goes on when all have left, in milliseconds. */
    begin(time: number): void {
      phase = 'running';
      timeAlone = time;
    },
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
      if (timeAlone === 0) onEnd();
      else keep();
    },
  };
}
