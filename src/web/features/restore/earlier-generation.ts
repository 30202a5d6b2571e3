import type { FoundGeneration } from '#contract/generations.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { t } from '#web/lib/language.ts';
import { createStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

/** The functions for the generation that this tab had ordered before a reload. */
export type EarlierHost = {
  /** Asks what has become of it. Returns null if the server does not answer. Never rejects. */
  readonly find: (ordered: OrderedRequest) => Promise<FoundGeneration['state'] | null>;
  /** Shows the generation: live while it runs, otherwise its result. */
  readonly resume: (ordered: OrderedRequest) => void;
  readonly end: (ordered: OrderedRequest) => void;
};

/** In milliseconds. The server keeps a running generation for a minute after each question. */
const askEvery = 5000;

export const foundMessages = {
  running: 'Your generation is still running.',
  done: 'Your generation is finished.',
  failed: 'Your generation failed.',
} as const;

/** Asks for the generation of an order until it has ended, or until `take`, `leave` or `end` is called. */
export function createEarlierGeneration(host: EarlierHost, ordered: OrderedRequest | null) {
  const found = createStore<keyof typeof foundMessages | null>(null);
  let isFollowed = ordered !== null;
  let asking = Promise.resolve();
  const timer = createTimer();

  async function ask(): Promise<void> {
    const state = ordered && (await host.find(ordered));
    if (!isFollowed) return;
    if (state === null || state === 'running') timer.start(begin, askEvery);
    if (state === null || state === found.get()) return;
    found.set(state === 'lost' ? null : state);
    if (state !== 'lost') announce(t(foundMessages[state]));
  }

  function begin(): void {
    asking = ask();
  }

  /** Stops asking. A running generation ends a little later. */
  function leave(): void {
    isFollowed = false;
    timer.stop();
    found.set(null);
  }

  if (isFollowed) begin();

  return {
    found,
    /** Resumes the generation if it was found and `mayResume` allows it. Waits for the first answer. */
    async take(mayResume: () => boolean): Promise<void> {
      if (found.get() === null) await asking;
      const isFound = found.get() !== null;
      leave();
      if (isFound && ordered !== null && mayResume()) host.resume(ordered);
    },
    leave,
    /** Stops asking, and ends the generation if it may still run. */
    end(): void {
      const mayRun = found.get() === null || found.get() === 'running';
      if (isFollowed && mayRun && ordered !== null) host.end(ordered);
      leave();
    },
  };
}
