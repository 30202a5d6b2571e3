import type { LinkFields } from '#core/links/link.ts';

/** An unchecked link from a file or a pasted text. */
export type FoundLink = LinkFields & {
  /** The row of a table or the line of a text, counted from 1. */
  readonly row: number;
  /** Only in our own files. */
  readonly id?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
};
