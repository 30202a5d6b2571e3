import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import { matches } from '#web/links-client/cache/cache-reading.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { applyLookup, type LocalChanges } from './link-range.ts';
import type { ListState } from './list-state.ts';

/** Checks rows that the last refresh did not reach: they are looked up when they come into sight. */
export type RowCheck = {
  /** Sets the rows that may be changed or gone on the server. */
  setUnchecked(links: readonly Link[]): void;
  /** Looks up the unchecked rows among these. */
  check(ids: readonly string[]): Promise<void>;
};

export type RowCheckHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'keep' | 'drop'>;
  readonly state: Pick<ListState, 'current' | 'changeLinks'>;
  readonly latest: LocalChanges['latest'];
};

export function createRowCheck({ lookUp, cache, state, latest }: RowCheckHost): RowCheck {
  let unchecked = new Set<string>();

  /** Asked links that were not found are gone. */
  function takeResult(asked: readonly Link[], answer: readonly Link[]): void {
    const found = answer.map(latest);
    const there = new Set(found.map(({ id }) => id));
    cache.keep(found);
    cache.drop(asked.flatMap(({ id }) => (there.has(id) ? [] : id)));
    state.changeLinks(({ search, range }) => applyLookup(range, asked, matches(found, search)));
  }

  return {
    setUnchecked: (links) => (unchecked = new Set(links.map(({ id }) => id))),
    async check(ids) {
      const question = unchecked;
      const wanted = new Set(ids.filter((id) => unchecked.delete(id)));
      // This runs for every row that is scrolled past. So the long list is searched only if needed.
      if (wanted.size === 0) return;
      const asked = state.current().range.links.filter(({ id }) => wanted.has(id));
      if (asked.length === 0) return;
      try {
        const found = await lookUp({ ids: asked.map(({ id }) => id) });
        // After another refresh, or with other links, this result is out of date.
        if (unchecked === question) takeResult(asked, found);
      } catch {
        // The server cannot be reached. The next refresh marks the rows again.
      }
    },
  };
}
