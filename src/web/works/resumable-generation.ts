import type { FoundGeneration } from '#contract/generations.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';

/** The functions for the generation that this tab had ordered before a reload. */
export type ResumeHost = {
  /** Asks what has become of it. Returns null if the server does not answer. Never rejects. */
  readonly find: (ordered: OrderedRequest) => Promise<FoundGeneration['state'] | null>;
  /** Shows the generation: live while it runs, otherwise its result. */
  readonly resume: (ordered: OrderedRequest) => void;
  readonly end: (ordered: OrderedRequest) => void;
  /** Tells screen readers. */
  readonly announce: (text: string) => void;
};

/** In milliseconds. The server keeps a running generation for a minute after each request. */
const pollInterval = 5000;

export const foundMessages = {
  running: 'Your generation is still running.',
  done: 'Your generation is finished.',
  failed: 'Your generation failed.',
} as const satisfies Partial<Record<FoundGeneration['state'], EnglishText>>;

export type ResumableGeneration = {
  /** What has become of the generation; null if none was found. */
  readonly found: ReadonlyStore<keyof typeof foundMessages | null>;
  /** Polls the generation of an order until it has ended, or until another function is called. */
  follow(ordered: OrderedRequest): void;
  /** Resumes the generation if it was found and `mayResume` allows it. Waits for the first answer. */
  resume(mayResume: () => boolean): Promise<void>;
  /** Stops polling. A running generation ends a little later. */
  leave(): void;
  /** Stops polling, and ends the generation if it may still run. */
  end(): void;
};

export function createResumableGeneration(host: ResumeHost): ResumableGeneration {
  const found = createStore<keyof typeof foundMessages | null>(null);
  /** The order that is polled. */
  let followed: OrderedRequest | null = null;
  let polling = Promise.resolve();
  const timer = createTimer();

  async function poll(ordered: OrderedRequest): Promise<void> {
    const state = await host.find(ordered);
    if (followed !== ordered) return;
    if (state === null || state === 'running') timer.start(() => follow(ordered), pollInterval);
    if (state === null || state === found.get()) return;
    found.set(state === 'lost' ? null : state);
    if (state !== 'lost') host.announce(t(foundMessages[state]));
  }

  function follow(ordered: OrderedRequest): void {
    followed = ordered;
    polling = poll(ordered);
  }

  function leave(): void {
    followed = null;
    timer.stop();
    found.set(null);
  }

  return {
    found,
    follow,
    leave,
    async resume(mayResume) {
      if (found.get() === null) await polling;
      const ordered = found.get() === null ? null : followed;
      leave();
      if (ordered !== null && mayResume()) host.resume(ordered);
    },
    end() {
      const mayRun = found.get() === null || found.get() === 'running';
      if (followed !== null && mayRun) host.end(followed);
      leave();
    },
  };
}
