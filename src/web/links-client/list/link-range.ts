import type { LinkPage } from '#contract/links.ts';
import { newestFirst, type Link } from '#core/links/link.ts';

/** The known links, newest first. */
export type LinkRange = {
  readonly links: readonly Link[];
  /** How far the server's list was read without a gap; null if it was not read at all. */
  readonly read: {
    readonly to: Link | null;
    /** The cursor of the next page; null at the end of the list. */
    readonly cursor: string | null;
    /** How many links the server has; null if it did not say so. */
    readonly total: number | null;
  } | null;
};

export const unread: LinkRange = { links: [], read: null };

/**
 * Merges a page into the range. The page replaces the links within its extent; later links stay.
 * @param after The link that the page follows; null for the first page.
 */
export function mergePage({ links, read }: LinkRange, page: LinkPage, after: Link | null): LinkRange {
  const to = page.links.at(-1) ?? null;
  const total = page.total ?? read?.total ?? null;
  const end = { to, cursor: page.hasMore ? page.nextCursor : null, total };
  if (read === null) return { links: page.links, read: end };
  const above = after === null ? [] : links.filter((link) => newestFirst(link, after) <= 0);
  const below = end.cursor === null || to === null ? [] : links.filter((link) => newestFirst(link, to) > 0);
  // The first page holds no known link, so there may be a gap below it. The rest is read again.
  if (after === null && links.length > 0 && below.length === links.length) {
    return { links: page.links, read: end };
  }
  const isDeeper = end.cursor === null || (to !== null && isBelow(to, read.to));
  return { links: [...above, ...page.links, ...below], read: isDeeper ? end : { ...read, total } };
}

/** Puts a link at its position. A link beyond the known range is not added before that part is read. */
export function putLink({ links, read }: LinkRange, link: Link): LinkRange {
  const others = links.filter(({ id }) => id !== link.id);
  const isKnown = others.length < links.length;
  const isDeep = read !== null && read.cursor !== null && isBelow(link, links.at(-1) ?? null);
  if (isDeep && !isKnown) return { links, read };
  return { links: [...others, link].sort(newestFirst), read: isKnown ? read : withTotal(read, 1) };
}

export function dropLink({ links, read }: LinkRange, id: string): LinkRange {
  const others = links.filter((link) => link.id !== id);
  return { links: others, read: others.length < links.length ? withTotal(read, -1) : read };
}

function withTotal(read: LinkRange['read'], added: number): LinkRange['read'] {
  if (read === null || read.total === null) return read;
  return { ...read, total: read.total + added };
}

function isBelow(link: Link, other: Link | null): boolean {
  return other === null || newestFirst(link, other) > 0;
}
