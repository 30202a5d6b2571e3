import type { GenerationStep } from '#core/generation/generation.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { createPump } from './pump.ts';
import { createStepFeed } from './step-feed.ts';

/** Prepares and orders a work, which may `stop` itself; what it gives is the work itself, step by step. */
export type Begin = (
  signal: AbortSignal,
  stop: (reason: ProblemError) => void,
) => Promise<AsyncIterable<GenerationStep>>;

/** A work that any number of listeners share. It goes no faster than the fastest of them reads. */
export type Run = {
  /** Ends when the work is ordered; throws what kept it from being. */
  readonly begun: Promise<void>;
  /** Ends when everything is over. Never throws. */
  readonly ended: Promise<void>;
  /** All steps from the first. Whoever is no longer interested aborts the signal. */
  listen(signal: AbortSignal): AsyncIterable<GenerationStep>;
  listeners(): number;
  /** Aborts the work's signal with the reason, and sees the work to its end. */
  stop(reason: ProblemError): void;
};

export type RunOptions = {
  /** For so many milliseconds the work goes on when nobody listens any more. */
  readonly patience: number;
  /** After so many it is stopped: a listener that does not read would hold it for ever. */
  readonly longest: number;
};

const abandoned = new ProblemError('generation-abandoned');

export function startRun(begin: Begin, { patience, longest }: RunOptions): Run {
  const controller = new AbortController();
  const { signal } = controller;
  const feed = createStepFeed();
  const pump = createPump(feed, signal, () => listeners === 0);
  const limit = setTimeout(() => stop(new ProblemError('provider-timeout')), longest).unref();
  let listeners = 0;
  let leaving: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    pump.connect(await begin(signal, stop));
  }

  async function end(): Promise<void> {
    await feed.over;
    clearTimeout(limit);
    clearTimeout(leaving);
  }

  function stop(reason: ProblemError): void {
    controller.abort(reason);
    pump.pull();
  }

  function leave(): void {
    listeners -= 1;
    if (listeners > 0 || feed.isOver()) return;
    if (patience === 0) return stop(abandoned);
    leaving = setTimeout(stop, patience, abandoned);
    pump.pull();
  }

  const begun = open();
  begun.catch((failure: unknown) => feed.end({ type: 'failed', failure }));
  return {
    begun,
    ended: end(),
    stop,
    listeners: () => listeners,
    listen(listener) {
      listeners += 1;
      clearTimeout(leaving);
      if (listener.aborted) leave();
      else listener.addEventListener('abort', leave, { once: true });
      return feed.read(listener, pump.pull);
    },
  };
}
