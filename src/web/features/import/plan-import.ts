import type { FoundLink } from '#core/link-files/found-link.ts';
import { createImportPlan } from '#core/link-files/import-plan.ts';
import type { PlannedRow, RowKind, SavedLinks } from '#core/link-files/import-plan.ts';
import type { LinkTable, TableChoices } from '#core/link-files/link-table.ts';
import { createTableReader } from '#core/link-files/table-links.ts';

import type { ImportLink } from './import-run.ts';
import { eachRow } from './each-row.ts';
import { withValidOwnFields } from './own-fields.ts';
import type { LinkSource } from './read-source.ts';

export type Plan = {
  readonly rows: readonly PlannedRow[];
  readonly counts: Readonly<Record<RowKind, number>>;
  /** Links that will be kept as they are, but cannot be clicked. */
  readonly odd: number;
};

const noRows: Plan['counts'] = { new: 0, saved: 0, twice: 0, refused: 0 };

/** The links of a source, as its columns were chosen. */
export async function findLinks(
  source: LinkSource,
  choices: TableChoices | null,
  signal: AbortSignal,
): Promise<FoundLink[]> {
  const links: FoundLink[] = [];
  if (source.kind === 'links') {
    await eachRow(source.links, (link) => links.push(withValidOwnFields(link)), signal);
  } else if (choices !== null && isChosen(source.table, choices)) {
    const read = createTableReader(source.table, choices);
    await eachRow(
      source.rows,
      (row, index) => {
        const link = read(row, index);
        if (link !== null) links.push(withValidOwnFields(link));
      },
      signal,
    );
  }
  return links;
}

/** Ends of short links are no addresses before it is said what stands in front of them. */
function isChosen({ slug }: LinkTable, { url, urlStart }: TableChoices): boolean {
  return url !== null && (url !== slug || urlStart.trim() !== '');
}

export async function planImport(
  links: readonly FoundLink[],
  saved: SavedLinks,
  signal: AbortSignal,
): Promise<Plan> {
  const plan = createImportPlan(saved);
  const rows: PlannedRow[] = [];
  const counts = { ...noRows };
  let odd = 0;
  await eachRow(
    links,
    (link) => {
      const row = plan(link);
      rows.push(row);
      counts[row.kind] += 1;
      if (row.isOdd) odd += 1;
    },
    signal,
  );
  return { rows, counts, odd };
}

/** What is sent: oldest first, which is the last row of a file first, so that the list shows them in the file's order. */
export function rowsToImport({ rows }: Plan, kinds: readonly RowKind[]): PlannedRow[] {
  return rows.filter(({ kind }) => kinds.includes(kind)).toReversed();
}

/** Makes rows links, one after the other: each keeps its id unless that is taken, and its times where it has any. */
export function createLinkMaker(saved: SavedLinks, newId: () => string): (row: PlannedRow) => ImportLink {
  const taken = new Set(saved.ids);
  return ({ url, description, id, createdAt, updatedAt }) => {
    const ownId = id === undefined || taken.has(id) ? newId() : id;
    taken.add(ownId);
    return {
      id: ownId,
      url,
      description,
      ...(createdAt === undefined ? {} : { createdAt }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    };
  };
}
