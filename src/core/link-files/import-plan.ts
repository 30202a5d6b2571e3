import { readFields } from '#core/links/link-text.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { LinkFields } from '#core/links/link.ts';

export const rowKinds = ['new', 'saved', 'twice', 'refused'] as const;

/** `saved`: the URL or the link is saved already. `twice`: a row above has the same URL. */
export type RowKind = (typeof rowKinds)[number];

export type PlannedRow = FoundLink & {
  readonly kind: RowKind;
  /** Why it is refused, else null. */
  readonly reason: string | null;
  /** True if it is saved as it is but cannot be clicked. */
  readonly isOdd: boolean;
};

/** The saved links that are known so far. */
export type SavedLinks = { readonly urls: ReadonlySet<string>; readonly ids: ReadonlySet<string> };

/** Returns a function that says what an import does with a row. Call it with one row after the other. */
export function createImportPlan(saved: SavedLinks): (found: FoundLink) => PlannedRow {
  const seenUrls = new Set<string>();
  const seenIds = new Set<string>();

  function kindOf(url: string, id: string | undefined): RowKind {
    if (saved.urls.has(url) || (id !== undefined && saved.ids.has(id))) return 'saved';
    return seenUrls.has(url) || (id !== undefined && seenIds.has(id)) ? 'twice' : 'new';
  }

  return (found) => {
    try {
      const fields = readFields(found);
      const kind = kindOf(fields.url, found.id);
      seenUrls.add(fields.url);
      if (found.id !== undefined) seenIds.add(found.id);
      return { ...found, ...fields, kind, reason: null, isOdd: !isWebAddress(fields.url) };
    } catch (problem) {
      if (!(problem instanceof ProblemError)) throw problem;
      return { ...found, kind: 'refused', reason: problem.message, isOdd: false };
    }
  };
}

/** An unchecked link from a file or a pasted text. */
export type FoundLink = LinkFields & {
  /** The row of a table or the line of a text, counted from 1. */
  readonly row: number;
  /** Only in our own files. */
  readonly id?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
};
