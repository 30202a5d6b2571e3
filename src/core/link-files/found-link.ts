import type { LinkFields } from '#core/links/link.ts';

/** A link as a file or a pasted text holds it, unchecked. */
export type FoundLink = LinkFields & {
  /** Where it was found, counted from 1: the row of a table, or the line of a text. */
  readonly row: number;
  /** Only from files of our own. */
  readonly id?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
};
