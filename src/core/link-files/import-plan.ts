import { ProblemError } from '#core/errors/problem-messages.ts';
import { readFields } from '#core/links/check-link-fields.ts';
import type { LinkFields } from '#core/links/link.ts';
import { doubtOf, trimAddress, type AddressDoubt } from '#core/links/web-address.ts';

/** An unchecked link from a file or a pasted text. */
export type FoundLink = LinkFields & {
  /** The row of a table or the line of a text, counted from 1. */
  readonly row: number;
  /** Why the row is refused, if its cells cannot be told apart. */
  readonly problem?: string;
  /** The id and the times are only in our own files. */
  readonly id?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
};

export const rowKinds = ['new', 'saved', 'twice', 'refused'] as const;

/** `saved`: the URL or the link is saved already. `twice`: a row above has the same URL or id. */
export type RowKind = (typeof rowKinds)[number];

/** `reason`: why it is refused, else null. */
export type PlannedRow = FoundLink & { readonly kind: RowKind; readonly reason: string | null };

/** The saved links that are known so far. */
export type SavedLinks = { readonly urls: ReadonlySet<string>; readonly ids: ReadonlySet<string> };

/** What an import does with each row. */
export type ImportPlan = {
  readonly rows: readonly PlannedRow[];
  readonly counts: Readonly<Record<RowKind, number>>;
  /** How many of the rows have an address that is doubtful, by the doubt. Refused rows do not count. */
  readonly doubts: Readonly<Record<AddressDoubt, Readonly<Record<RowKind, number>>>>;
};

const refusals: Partial<Record<AddressDoubt, string>> = {
  several: 'This cell has several URLs. Please give each its own row.',
  scheme: 'Only addresses that start with https:// or http:// can become links.',
};

/** Returns a link of a file that was not exported here, with a problem if its address cannot be one. */
export function checkAddress(found: FoundLink): FoundLink {
  const doubt = found.problem === undefined ? doubtOf(trimAddress(found.url)) : null;
  const problem = doubt === null ? undefined : refusals[doubt];
  return problem === undefined ? found : { ...found, problem };
}

function noCounts(): Record<RowKind, number> {
  return { new: 0, saved: 0, twice: 0, refused: 0 };
}

/** Plans an import. Its rows are added one by one. */
export function createImportPlan(saved: SavedLinks): {
  readonly plan: ImportPlan;
  add(found: FoundLink): void;
} {
  const seen = { urls: new Set<string>(), ids: new Set<string>() };
  const rows: PlannedRow[] = [];
  const doubts = {
    several: noCounts(),
    scheme: noCounts(),
    plain: noCounts(),
    blank: noCounts(),
    escaped: noCounts(),
  };
  const plan = { rows, counts: noCounts(), doubts };

  function refuse(found: FoundLink, reason: string): void {
    plan.counts.refused += 1;
    rows.push({ ...found, kind: 'refused', reason });
  }

  function add(found: FoundLink): void {
    if (found.problem !== undefined) return refuse(found, found.problem);
    try {
      const fields = readFields(found);
      const isIn = ({ urls, ids }: SavedLinks) =>
        urls.has(fields.url) || (found.id !== undefined && ids.has(found.id));
      const kind = isIn(saved) ? 'saved' : isIn(seen) ? 'twice' : 'new';
      seen.urls.add(fields.url);
      if (found.id !== undefined) seen.ids.add(found.id);
      const doubt = doubtOf(fields.url);
      if (doubt !== null) plan.doubts[doubt][kind] += 1;
      plan.counts[kind] += 1;
      rows.push({ ...found, ...fields, kind, reason: null });
    } catch (problem) {
      if (!(problem instanceof ProblemError)) throw problem;
      refuse(found, problem.message);
    }
  }

  return { plan, add };
}
