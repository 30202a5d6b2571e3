/** What a user saves: an address, kept byte for byte, and its description. */
export type LinkFields = {
  readonly url: string;
  readonly description: string;
};

/** A saved link. Times are ISO 8601 in UTC with milliseconds, set by the server. */
export type Link = LinkFields & {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A saved link that the user chose for one generation. */
export type ChosenLink = LinkFields & {
  readonly id: string;
  /** How often the link must be in each version: always once. */
  readonly integrations: 1;
};

/** Returns what a link is called: its description, or its URL without one. */
export function nameOfLink({ url, description }: LinkFields): string {
  return description.trim() === '' ? url : description;
}

/**
 * Compares links, newest first. Links of the same millisecond are ordered by id, so that no page skips or repeats
 * one.
 */
export function newestFirst(a: Link, b: Link): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
