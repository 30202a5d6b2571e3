import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

/** Rows that the last news did not reach down to: they are asked for as they come into sight. */
export type RowCheck = {
  /** These may be changed or gone; all others are as the server has them. */
  doubt(links: readonly Link[]): void;
  /** Rows that are in sight, or near it. */
  near(ids: readonly string[]): Promise<void>;
};

export type RowCheckHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly find: (ids: ReadonlySet<string>) => readonly Link[];
  /** What has become of links that were asked for: those that are not named are gone. */
  readonly settle: (asked: readonly Link[], found: readonly Link[]) => void;
};

export function createRowCheck({ lookUp, find, settle }: RowCheckHost): RowCheck {
  let doubted = new Set<string>();

  return {
    doubt: (links) => (doubted = new Set(links.map(({ id }) => id))),
    async near(ids) {
      const question = doubted;
      const wanted = new Set(ids.filter((id) => doubted.delete(id)));
      // Every row that is scrolled past comes by here: a long list is searched only where there is doubt.
      const asked = wanted.size === 0 ? [] : find(wanted);
      if (asked.length === 0) return;
      try {
        const found = await lookUp({ ids: asked.map(({ id }) => id) });
        // With newer news, or other links, the rows are asked for anew.
        if (doubted === question) settle(asked, found);
      } catch {
        // Without a server nothing is known to have changed; the next news ask again.
      }
    },
  };
}
