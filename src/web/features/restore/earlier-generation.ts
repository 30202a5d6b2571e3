import type { FoundGeneration } from '#contract/generations.ts';
import { createStore } from '#web/lib/store.ts';
import { schedule } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { Work } from './stored-work.ts';

/** The generation of a work that this tab had ordered before a reload. */
export type EarlierHost = {
  /** Asks what has become of it. Returns null if the server does not answer. Never rejects. */
  readonly find: (work: Work) => Promise<FoundGeneration['state'] | null>;
  /** Shows it while it is written, or its outcome. */
  readonly resume: (work: Work) => void;
  readonly end: (work: Work) => void;
};

/** In milliseconds. The server keeps a running generation for a minute after each question. */
const askEvery = 5000;

/** What is said about a generation that was found. */
export const foundMessages = {
  running: 'Your generation is still running.',
  done: 'Your generation is finished.',
  failed: 'Your generation failed.',
} as const;

/** Asks for the generation of a work until it has ended, or until `take`, `leave` or `end` is called. */
export function createEarlierGeneration(host: EarlierHost, work: Work | null) {
  const found = createStore<keyof typeof foundMessages | null>(null);
  let isFollowed = work !== null && work.shown?.phase !== 'result';
  let asking = Promise.resolve();
  let cancel = doNothing;

  async function ask(asked: Work): Promise<void> {
    const state = await host.find(asked);
    if (!isFollowed) return;
    if (state === null || state === 'running') cancel = schedule(() => begin(asked), askEvery);
    if (state === null || state === found.get()) return;
    found.set(state === 'lost' ? null : state);
    if (state !== 'lost') announce(foundMessages[state]);
  }

  function begin(asked: Work): void {
    asking = ask(asked);
  }

  function leave(): void {
    isFollowed = false;
    cancel();
    found.set(null);
  }

  if (isFollowed && work !== null) begin(work);

  return {
    /** What has become of the generation; null if none was found. */
    found,
    /** Resumes the generation if there is one, also if the server has not answered yet. `mayResume` has the last word. */
    async take(mayResume: () => boolean): Promise<void> {
      await asking;
      const isFound = found.get() !== null;
      leave();
      if (isFound && work !== null && mayResume()) host.resume(work);
    },
    /** Asks no more. A running generation ends a little later. */
    leave,
    /** Asks no more, and ends the generation if it may still run. */
    end(): void {
      const mayRun = found.get() === null || found.get() === 'running';
      if (isFollowed && mayRun && work !== null) host.end(work);
      leave();
    },
  };
}

function doNothing(): void {}
