import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

/** Checks rows that the last refresh did not reach: they are looked up when they come into sight. */
export type RowCheck = {
  /** Sets the rows that may be changed or gone on the server. */
  setUnchecked(links: readonly Link[]): void;
  /** Looks up the unchecked rows among these. */
  check(ids: readonly string[]): Promise<void>;
};

export type RowCheckHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly find: (ids: ReadonlySet<string>) => readonly Link[];
  /** Takes the result. Asked links that are not in `found` are gone. */
  readonly onResult: (asked: readonly Link[], found: readonly Link[]) => void;
};

export function createRowCheck({ lookUp, find, onResult }: RowCheckHost): RowCheck {
  let unchecked = new Set<string>();

  return {
    setUnchecked: (links) => (unchecked = new Set(links.map(({ id }) => id))),
    async check(ids) {
      const question = unchecked;
      const wanted = new Set(ids.filter((id) => unchecked.delete(id)));
      // This runs for every row that is scrolled past. So the long list is searched only if needed.
      const asked = wanted.size === 0 ? [] : find(wanted);
      if (asked.length === 0) return;
      try {
        const found = await lookUp({ ids: asked.map(({ id }) => id) });
        // After another refresh, or with other links, this result is out of date.
        if (unchecked === question) onResult(asked, found);
      } catch {
        // The server cannot be reached. The next refresh marks the rows again.
      }
    },
  };
}
