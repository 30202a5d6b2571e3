import { setImmediate as nextTurn } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';

/** How the work of a generation ended: by itself, or by what it threw. */
type Ending = { readonly type: 'done' } | { readonly type: 'failed'; readonly failure: unknown };

/** All steps of a generation so far. Any number of readers follow it to its end. */
export type StepBuffer = {
  add(step: GenerationStep): void;
  /** Only the first call counts. */
  end(ending: Ending): void;
  isOver(): boolean;
  /** Resolves at the end. Never rejects. */
  readonly over: Promise<void>;
  /**
   * Yields all steps from the first one. Calls `onWait` each time it has to wait for a step. Throws what the work
   * threw, and 'stopped' as soon as `signal` aborts.
   */
  read(signal: AbortSignal, onWait: () => void): AsyncGenerator<GenerationStep, void, undefined>;
};

export function createStepBuffer(): StepBuffer {
  const steps: GenerationStep[] = [];
  const waiting = new Set<() => void>();
  let ending: Ending | null = null;
  let resolveOver: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    resolveOver = resolve;
  });

  function wakeAll(): void {
    for (const wake of waiting) wake();
    waiting.clear();
  }

  return {
    over,
    isOver: () => ending !== null,
    add(step) {
      steps.push(step);
      wakeAll();
    },
    end(given) {
      ending ??= given;
      wakeAll();
      resolveOver?.();
    },
    async *read(signal, onWait) {
      let index = 0;
      // This wakes the other readers too. They find nothing new and wait again.
      signal.addEventListener('abort', wakeAll, { once: true });
      while (!signal.aborted) {
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
    },
  };
}

/** Starts the work, which may call `stop` to end itself. Returns the steps of the work. */
export type StartWork = (
  signal: AbortSignal,
  stop: (reason: ProblemError) => void,
) => Promise<AsyncIterable<GenerationStep>>;

/** One generation that any number of listeners share. It goes no faster than the fastest of them reads. */
export type GenerationStream = {
  /** Resolves when the work has started. Rejects with what kept it from starting. */
  readonly started: Promise<void>;
  /** Resolves when everything is over. Never rejects. */
  readonly ended: Promise<void>;
  /** Returns all steps from the first one. A listener leaves by aborting its signal. */
  listen(signal: AbortSignal): AsyncIterable<GenerationStep>;
  /** Returns the number of listeners that have not left. */
  listeners(): number;
  /** Aborts the signal of the work with the reason, and reads the work to its end. */
  stop(reason: ProblemError): void;
};

export type StreamTimeouts = {
  /** For how many milliseconds the work goes on without listeners. */
  readonly withoutListeners: number;
  /** After how many milliseconds the work is stopped: a listener that does not read would hold it for ever. */
  readonly longest: number;
};

const abandoned = new ProblemError('generation-abandoned');

export function startStream(
  start: StartWork,
  { withoutListeners, longest }: StreamTimeouts,
): GenerationStream {
  const controller = new AbortController();
  const { signal } = controller;
  const buffer = createStepBuffer();
  const limit = setTimeout(() => stop(new ProblemError('provider-timeout')), longest).unref();
  let listeners = 0;
  let leaving: NodeJS.Timeout | undefined;
  const { connect, pull } = createReader(buffer, signal, () => listeners === 0);

  async function begin(): Promise<void> {
    connect(await start(signal, stop));
  }

  async function end(): Promise<void> {
    await buffer.over;
    clearTimeout(limit);
    clearTimeout(leaving);
  }

  function stop(reason: ProblemError): void {
    controller.abort(reason);
    pull();
  }

  function leave(): void {
    listeners -= 1;
    if (listeners > 0 || buffer.isOver()) return;
    if (withoutListeners === 0) return stop(abandoned);
    leaving = setTimeout(stop, withoutListeners, abandoned);
    pull();
  }

  const started = begin();
  started.catch((failure: unknown) => buffer.end({ type: 'failed', failure }));
  return {
    started,
    ended: end(),
    stop,
    listeners: () => listeners,
    listen(listener) {
      listeners += 1;
      clearTimeout(leaving);
      if (listener.aborted) leave();
      else listener.addEventListener('abort', leave, { once: true });
      return buffer.read(listener, pull);
    },
  };
}

type Source = AsyncIterator<GenerationStep>;

/** Moves steps of the work into the buffer: one for each `pull`, and all of them when stopped or without listeners. */
function createReader(buffer: StepBuffer, signal: AbortSignal, hasNoListeners: () => boolean) {
  let source: Source | null = null;
  let isPulling = false;
  let isRequested = false;

  const goesOn = () => signal.aborted || hasNoListeners();

  async function moveSteps(from: Source): Promise<void> {
    isPulling = true;
    await moveStep(from, buffer, signal);
    while (!buffer.isOver() && goesOn()) {
      // A source that is never late would leave nobody else a turn.
      await nextTurn();
      await moveStep(from, buffer, signal);
    }
    isPulling = false;
  }

  function pull(): void {
    isRequested = true;
    if (source !== null && !isPulling && !buffer.isOver()) void moveSteps(source);
  }

  return {
    connect(steps: AsyncIterable<GenerationStep>): void {
      source = steps[Symbol.asyncIterator]();
      if (isRequested || goesOn()) pull();
    },
    pull,
  };
}

/** Moves a step, or the end. When the work was stopped and still yields a step, that step is its last. */
async function moveStep(source: Source, buffer: StepBuffer, signal: AbortSignal): Promise<void> {
  try {
    const step = await source.next();
    if (step.done === true) return buffer.end({ type: 'done' });
    buffer.add(step.value);
    if (!signal.aborted) return;
    await source.return?.();
    buffer.end({ type: 'failed', failure: signal.reason });
  } catch (failure) {
    buffer.end({ type: 'failed', failure });
  }
}
