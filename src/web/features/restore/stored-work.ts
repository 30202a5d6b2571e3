import * as z from 'zod/mini';

import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { lastWorkKey } from '#web/lib/kept-work.ts';
import { parseStored } from '#web/lib/storage.ts';
import { changesSchema, shownSchema, type ShownResult } from '#web/version-view/stored-result.ts';

export type PageState =
  | ShownResult
  | { readonly phase: 'idle' }
  | { readonly phase: 'processing'; readonly order: OrderedRequest };

export type ClearedPage = OrderedRequest & { readonly state: PageState };

/** In the order of ticking. */
const linkIds: z.ZodMiniType<readonly string[]> = z.array(z.string());

const wordsSchema = z.object({
  content: z.string(),
  linkIds,
  // Work of an earlier version of the page has no instructions.
  instructions: z._default(z.string(), ''),
  /** Says which works are states of one text in one tab. Work of an earlier version of the page has none. */
  id: z.optional(z.string()),
});

const resultSchema = z.object({ shown: z.nullable(shownSchema), changes: changesSchema });

const storedSchema = z.extend(wordsSchema, {
  ordered: z.optional(wordsSchema),
  earlier: z.optional(z.array(z.unknown())),
});

/** What a visitor works on. */
export type Work = z.infer<typeof wordsSchema> & z.infer<typeof resultSchema>;

export type StoredWork = Work & {
  /** The order of the generation that was running. The user may have changed the text since. */
  readonly ordered?: OrderedRequest | undefined;
  /** Works of earlier visits and of other tabs, and works that were replaced by one that came back. Latest first. */
  readonly earlier?: readonly Work[] | undefined;
};

export type WorkStorage = ReturnType<typeof createWorkStorage>;

/**
 * Keeps the last works of this browser. All tabs share them, so each reads them before it writes. Never throws.
 * @param onBlocked Called if the browser does not store the text.
 */
export function createWorkStorage(find: () => Storage, onBlocked: (failure: unknown) => void) {
  /** What this tab has read or written last. */
  let known: string | null = null;

  function attempt<T>(use: (storage: Storage) => T): T | null {
    try {
      return use(find());
    } catch (failure) {
      onBlocked(failure);
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
      const now = attempt((storage) => storage.getItem(lastWorkKey));
      const work = parseStored(now, { parse: readWork });
      if (work !== null) known = now;
      return work;
    },
    /** If not all fits, leaves out the results, and then the texts of earlier visits. The current text has priority. */
    write(work: StoredWork): void {
      const { earlier, ...latest } = work;
      try {
        put(work);
      } catch {
        try {
          put({ ...withoutResult(latest), earlier: earlier?.map(withoutResult) });
        } catch {
          attempt(() => put(withoutResult(latest)));
        }
      }
    },
    /** Returns whether another tab has written since. */
    isOfOther(): boolean {
      const now = attempt((storage) => storage.getItem(lastWorkKey));
      return now !== null && now !== known;
    },
    /** Returns whether any tab has stored a work. */
    isAny: () => attempt((storage) => storage.getItem(lastWorkKey) !== null) === true,
    /** Returns whether what this tab has read or written is no longer stored, and nothing else is. */
    isGone: () => known !== null && attempt((storage) => storage.getItem(lastWorkKey) === null) === true,
    /** Forgets the work, unless another tab has written since. */
    forgetOwn: () =>
      void attempt((storage) => {
        if (storage.getItem(lastWorkKey) === known) storage.removeItem(lastWorkKey);
      }),
    forget: () => void attempt((storage) => storage.removeItem(lastWorkKey)),
  };
}

/** Throws if the text cannot be read. Leaves out earlier works that cannot be read. */
function readWork(stored: unknown): StoredWork {
  const { earlier, ...latest } = storedSchema.parse(stored);
  return { ...latest, ...readResult(stored), earlier: earlier?.flatMap(readEarlier) };
}

function readEarlier(stored: unknown): Work[] {
  const words = wordsSchema.safeParse(stored).data;
  return words === undefined ? [] : [{ ...words, ...readResult(stored) }];
}

/** Reads the result of a work. Another version of the page may have stored one that this page cannot read. */
function readResult(stored: unknown): z.infer<typeof resultSchema> {
  return resultSchema.safeParse(stored).data ?? { shown: null, changes: {} };
}

function withoutResult<T extends Work>(work: T): T {
  return { ...work, shown: null, changes: {} };
}
