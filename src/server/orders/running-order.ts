import { setImmediate as nextTurn } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep, Steps } from '#core/generation/finished-generation.ts';

export type StartedWork = {
  readonly steps: AsyncIterable<GenerationStep>;
  /** How long it goes on without subscribers, in milliseconds. 0: it ends when the last one leaves. */
  readonly graceTime: number;
};

type StartWork = (signal: AbortSignal) => Promise<StartedWork>;

/** The reason why work ends that its visitor has stopped, or that nobody waits for. */
export const abandoned = new ProblemError('generation-abandoned');

/** A generation that runs in this process, with its steps so far. Any number of subscribers get all of them. */
export type RunningOrder = {
  /** Resolves when the work has started. Rejects with the reason why it could not start. */
  readonly started: Promise<void>;
  /** Resolves when the work has ended. Never rejects. */
  readonly ended: Promise<void>;
  /**
   * Returns all steps from the first one. They throw what the work throws, and 'stopped' when the subscriber has left.
   * `left` resolves when the subscriber leaves.
   */
  subscribe(left: Promise<void>): Steps;
  subscribers(): number;
  /** Returns whether the work goes on although all subscribers have left. */
  isAbandoned(): boolean;
  /** Lets abandoned work go on for its whole grace time from now. */
  keep(): void;
  /** Aborts the signal of the work with the reason. */
  stop(reason: ProblemError): void;
};

/** The steps of an order. Each reader reads all of them, while more are added. */
function createStepLog() {
  const steps: GenerationStep[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;

  function wakeReaders(): void {
    for (const wake of waiting) wake();
    waiting.clear();
  }

  async function* readAll(hasLeft: () => boolean, done: Promise<void>): Steps {
    for (let index = 0; !hasLeft();) {
      const step = steps[index];
      if (step === undefined && isOver) return await done;
      if (step === undefined) await new Promise<void>((resolve) => waiting.add(resolve));
      else {
        index += 1;
        yield step;
      }
    }
    throw new ProblemError('stopped');
  }

  return {
    add(step: GenerationStep): void {
      steps.push(step);
      wakeReaders();
    },
    end(): void {
      isOver = true;
      wakeReaders();
    },
    /** At the end throws what `done` throws. Throws 'stopped' when the reader has left. */
    read(left: Promise<void>, done: Promise<void>): Steps {
      let hasLeft = false;
      void left.then(() => {
        hasLeft = true;
        return wakeReaders();
      });
      return readAll(() => hasLeft, done);
    },
  };
}

/** How many steps a stopped work may still yield. */
const mostLateSteps = 100;

/** Passes the steps on. Throws what they throw, or the reason of the stop if they have no result. */
async function copySteps(
  steps: StartedWork['steps'],
  add: (step: GenerationStep) => void,
  signal: AbortSignal,
) {
  let [hasResult, late] = [false, 0];
  for await (const step of steps) {
    hasResult ||= step.type === 'result';
    // Work that was stopped may yield a few more steps, before it fails with the versions that it has finished.
    if (!signal.aborted || hasResult) add(step);
    else if ((late += 1) > mostLateSteps) throw signal.reason;
    // Work whose steps are always ready would block all other work.
    await nextTurn();
  }
  if (signal.aborted && !hasResult) throw signal.reason;
}

/**
 * Starts a generation. It ends after the longest time, in milliseconds. When all subscribers have left before its start,
 * it ends at once, because nothing is paid yet. Later it goes on for its grace time.
 */
export function runOrder(start: StartWork, longest: number): RunningOrder {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (reason: ProblemError) => controller.abort(reason);
  const limit = setTimeout(() => stop(new ProblemError('provider-timeout')), longest).unref();
  const log = createStepLog();
  let phase: 'starting' | 'running' | 'over' = 'starting';
  let [count, graceTime] = [0, 0];
  let grace: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    const work = await starting;
    ({ graceTime } = work);
    phase = 'running';
    await copySteps(work.steps, log.add, signal);
  }

  const starting = start(signal);
  const done = run().finally(() => {
    phase = 'over';
    clearTimeout(limit);
    clearTimeout(grace);
    log.end();
  });

  function keep(): void {
    if (phase !== 'running' || count > 0) return;
    clearTimeout(grace);
    grace = setTimeout(stop, graceTime, abandoned).unref();
  }

  function leave(): void {
    count -= 1;
    if (count > 0 || phase === 'over') return;
    if (graceTime === 0) stop(abandoned);
    else keep();
  }

  return {
    started: starting.then(() => undefined),
    ended: done.catch(() => undefined),
    subscribe(left) {
      count += 1;
      clearTimeout(grace);
      void left.then(leave);
      return log.read(left, done);
    },
    subscribers: () => count,
    isAbandoned: () => phase === 'running' && count === 0,
    keep,
    stop,
  };
}
