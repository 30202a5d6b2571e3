import type { LinkPage } from '#contract/link-pages.ts';
import { newestFirst, type Link } from '#core/links/link.ts';

/** The known links, newest first. */
export type LinkRange = {
  readonly links: readonly Link[];
  /** How far the server's list was read without a gap; null if it was not read at all. */
  readonly read: {
    readonly to: Link | null;
    /** The cursor of the next page; null at the end of the list. */
    readonly cursor: string | null;
  } | null;
};

export const unread: LinkRange = { links: [], read: null };

/**
 * Merges a page into the range. The page replaces the links within its extent; later links stay.
 * @param after The link that the page follows; null for the first page.
 */
export function mergePage({ links, read }: LinkRange, page: LinkPage, after: Link | null): LinkRange {
  const to = page.links.at(-1) ?? null;
  const end = { to, cursor: page.hasMore ? page.nextCursor : null };
  if (read === null) return { links: page.links, read: end };
  const above = after === null ? [] : links.filter((link) => newestFirst(link, after) <= 0);
  const below = end.cursor === null || to === null ? [] : links.filter((link) => newestFirst(link, to) > 0);
  // The first page holds no known link, so there may be a gap below it. The rest is read again.
  if (after === null && links.length > 0 && below.length === links.length) {
    return { links: page.links, read: end };
  }
  const isDeeper = end.cursor === null || (to !== null && isBelow(to, read.to));
  return { links: [...above, ...page.links, ...below], read: isDeeper ? end : read };
}

/** Puts a link at its position. A link beyond the known range is not added before that part is read. */
export function putLink({ links, read }: LinkRange, link: Link): LinkRange {
  const others = links.filter(({ id }) => id !== link.id);
  const isKnown = others.length < links.length;
  const isDeep = read !== null && read.cursor !== null && isBelow(link, links.at(-1) ?? null);
  if (isDeep && !isKnown) return { links, read };
  return { links: [...others, link].sort(newestFirst), read };
}

export function dropLink({ links, read }: LinkRange, id: string): LinkRange {
  return { links: links.filter((link) => link.id !== id), read };
}

/** Removes asked links that were not found, and replaces changed ones. Links that changed since then stay. */
export function applyLookup(
  { links, read }: LinkRange,
  asked: readonly Link[],
  found: readonly Link[],
): LinkRange {
  const questioned = new Set(asked);
  const now = new Map(found.map((link) => [link.id, link]));
  return {
    links: links.flatMap((link) => {
      if (!questioned.has(link)) return link;
      const next = now.get(link.id);
      if (next?.createdAt !== link.createdAt) return [];
      return next.updatedAt === link.updatedAt ? link : next;
    }),
    read,
  };
}

function isBelow(link: Link, other: Link | null): boolean {
  return other === null || newestFirst(link, other) > 0;
}

export type KnownLinks = ReturnType<typeof createKnownLinks>;

/** The links that were looked up or changed here. An answer that is older than a change must not undo it. */
export function createKnownLinks() {
  const known = new Map<string, Link>();
  // Only these links are newer than the list. The user has not seen the version of a link that was only looked up.
  const changed = new Map<string, Link>();
  // When each link was deleted. A deleted link may be imported again later.
  const gone = new Map<string, number>();
  let time = 0;

  /** Returns the link after the latest change that was made here, if that is newer. */
  function latest(link: Link): Link {
    const own = changed.get(link.id);
    return own !== undefined && own.updatedAt > link.updatedAt ? own : link;
  }

  return {
    get: (id: string) => known.get(id),
    /** Takes a link that was looked up. */
    note: (link: Link) => void known.set(link.id, latest(link)),
    /** Takes a link after a change that was made here. */
    put(link: Link) {
      known.set(link.id, link);
      changed.set(link.id, link);
    },
    /** Forgets a link that was not found. Another answer may still have it. */
    forget: (id: string) => void known.delete(id),
    /** Forgets a link that was deleted. Earlier questions may still be answered with it. */
    drop(id: string) {
      known.delete(id);
      changed.delete(id);
      gone.set(id, (time += 1));
    },
    /** Returns a function that corrects the answer to a request that starts now. */
    since() {
      const asked = time;
      const isThere = ({ id }: Link) => (gone.get(id) ?? 0) <= asked;
      return (links: readonly Link[]) => links.filter(isThere).map(latest);
    },
    latest,
    forgetAll() {
      for (const links of [known, changed, gone]) links.clear();
    },
  };
}
