import { setImmediate as nextTurn } from 'node:timers/promises';

import type { GenerationStep } from '#core/generation/generation.ts';

import type { StepFeed } from './step-feed.ts';

/** Brings the steps of a work into its feed. */
export type Pump = {
  connect(steps: AsyncIterable<GenerationStep>): void;
  /** One step further, unless one is on its way already. */
  pull(): void;
};

/** `goesOnAlone` tells whether further steps are wanted that nobody will ask for. */
export function createPump(feed: StepFeed, signal: AbortSignal, goesOnAlone: () => boolean): Pump {
  let source: AsyncIterator<GenerationStep> | null = null;
  let isPulling = false;
  let isAwaited = false;

  async function pull(): Promise<void> {
    isAwaited = true;
    if (source === null || isPulling || feed.isOver()) return;
    isPulling = true;
    await take(source, feed, signal);
    while (!feed.isOver() && (signal.aborted || goesOnAlone())) {
      // A source that is never late would leave nobody else a turn.
      await nextTurn();
      await take(source, feed, signal);
    }
    isPulling = false;
  }

  return {
    connect(steps) {
      source = steps[Symbol.asyncIterator]();
      if (isAwaited || signal.aborted || goesOnAlone()) void pull();
    },
    pull: () => void pull(),
  };
}

/** Takes a step, or the end. A work that was stopped, and yet has something to say, is not heard any more. */
async function take(
  source: AsyncIterator<GenerationStep>,
  feed: StepFeed,
  signal: AbortSignal,
): Promise<void> {
  try {
    const step = await source.next();
    if (step.done === true) return feed.end({ type: 'done' });
    feed.add(step.value);
    if (!signal.aborted) return;
    await source.return?.();
    feed.end({ type: 'failed', failure: signal.reason });
  } catch (failure) {
    feed.end({ type: 'failed', failure });
  }
}
