import type { LinkPage } from '#contract/links.ts';
import { newestFirst } from '#core/links/link.ts';
import type { Link } from '#core/links/link.ts';

/** Links as far as they are known, newest first. */
export type LinkRange = {
  readonly links: readonly Link[];
  /** How far down the server was read without a gap; null: not at all. */
  readonly read: {
    readonly to: Link | null;
    /** Asks for what follows; null at the end of the list. */
    readonly cursor: string | null;
  } | null;
};

export const unread: LinkRange = { links: [], read: null };

/**
 * Lays a page over what is known: within what it covers its links replace ours, deeper ones stay.
 * @param after The link that the page follows; null for the first page.
 */
export function layPage({ links, read }: LinkRange, page: LinkPage, after: Link | null): LinkRange {
  const to = page.links.at(-1) ?? null;
  const end = { to, cursor: page.hasMore ? page.nextCursor : null };
  if (read === null) return { links: page.links, read: end };
  const above = after === null ? [] : links.filter((link) => newestFirst(link, after) <= 0);
  const below = end.cursor === null || to === null ? [] : links.filter((link) => newestFirst(link, to) > 0);
  // Nothing of ours is in the first page: what lies between is not known, so the rest is read anew.
  if (after === null && links.length > 0 && below.length === links.length) {
    return { links: page.links, read: end };
  }
  const isDeeper = end.cursor === null || (to !== null && isBelow(to, read.to));
  return { links: [...above, ...page.links, ...below], read: isDeeper ? end : read };
}

/** Puts a link at its place. One that is deeper than what is known is not shown before that is read. */
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

/** Of the asked links, those that were not found go, and changed ones are replaced. What changed meanwhile stays. */
export function settleLinks(
  { links, read }: LinkRange,
  asked: readonly Link[],
  found: readonly Link[],
): LinkRange {
  const doubted = new Set(asked);
  const now = new Map(found.map((link) => [link.id, link]));
  return {
    links: links.flatMap((link) => {
      if (!doubted.has(link)) return link;
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
