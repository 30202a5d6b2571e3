import * as z from 'zod/mini';

import { logFailure } from '#web/lib/log.ts';
import { lastWorkKey } from '#web/lib/kept-work.ts';
import {
  changesSchema,
  shownSchema,
  type Changes,
  type ShownResult,
} from '#web/version-view/stored-result.ts';

/** What a visitor works on. */
export type Work = {
  readonly content: string;
  /** The ids of the ticked links, in the order of ticking. */
  readonly linkIds: readonly string[];
  readonly instructions: string;
  readonly shown: ShownResult | null;
};

/** What a running generation was ordered with. The user may have changed the text since. */
const orderedSchema = z.object({
  content: z.string(),
  linkIds: z.array(z.string()),
  instructions: z.string(),
});

const storedSchema = z.object({
  content: z.string(),
  linkIds: z.array(z.string()),
  instructions: z.optional(z.string()),
  shown: z.nullable(shownSchema),
  changes: changesSchema,
  ordered: z.optional(orderedSchema),
});

export type Ordered = Pick<Work, 'content' | 'linkIds' | 'instructions'>;

export type StoredWork = Work & {
  readonly changes: Changes;
  /** The order of the generation that was running. */
  readonly ordered?: Ordered | undefined;
};

export type WorkStorage = ReturnType<typeof createWorkStorage>;

/** Keeps the last work of this browser. All tabs share it: the last one that wrote wins. Never throws. */
export function createWorkStorage(find: () => Storage = () => localStorage, log = logFailure) {
  /** What this tab has read or written last. */
  let known: string | null = null;

  function attempt<T>(use: (storage: Storage) => T): T | null {
    try {
      return use(find());
    } catch (failure) {
      log('This browser does not keep your last text.', failure);
      return null;
    }
  }

  function put(work: StoredWork): void {
    const text = JSON.stringify(work);
    find().setItem(lastWorkKey, text);
    known = text;
  }

  return {
    /** Returns null if nothing is stored, or something that this page cannot read. */
    read(): StoredWork | null {
      known = attempt((storage) => storage.getItem(lastWorkKey));
      const stored = known === null ? null : storedSchema.safeParse(parseJson(known));
      if (stored?.success !== true) return null;
      // Work of an earlier version of the page has no instructions.
      return { ...stored.data, instructions: stored.data.instructions ?? '' };
    },
    /** A result that does not fit is left out: the text has priority. */
    write(work: StoredWork): void {
      try {
        put(work);
      } catch {
        attempt(() => put({ ...work, shown: null, changes: {} }));
      }
    },
    /** Returns whether another tab has written since. */
    isOfOther(): boolean {
      const now = attempt((storage) => storage.getItem(lastWorkKey));
      return now !== null && now !== known;
    },
    /** Forgets the work, unless another tab has written since. */
    forgetOwn: () =>
      void attempt((storage) => {
        if (storage.getItem(lastWorkKey) === known) storage.removeItem(lastWorkKey);
      }),
    forget: () => void attempt((storage) => storage.removeItem(lastWorkKey)),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
