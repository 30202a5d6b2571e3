import { linkIdSchema } from '#contract/links.ts';
import {
  type FoundLink,
  createImportPlan,
  type PlannedRow,
  type RowKind,
  type SavedLinks,
} from '#core/link-files/import-plan.ts';
import { type LinkTable, type TableChoices, createTableReader } from '#core/link-files/link-table.ts';
import type { ImportLink } from './import-store.ts';
import { nextTask, type LinkSource } from './read-source.ts';
import { batchSize, type TransferApi } from '#web/api/transfer-api.ts';

export type Plan = {
  readonly rows: readonly PlannedRow[];
  readonly counts: Readonly<Record<RowKind, number>>;
  /** How many links are saved as they are but cannot be clicked. */
  readonly odd: number;
};

/** Returns the links of a source, read with the chosen columns. */
export async function findLinks(
  source: LinkSource,
  choices: TableChoices | null,
  signal: AbortSignal,
): Promise<FoundLink[]> {
  const links: FoundLink[] = [];
  const add = (link: FoundLink | null) => {
    if (link !== null) links.push(withValidOwnFields(link));
  };
  if (source.kind === 'links') await eachRow(source.links, add, signal);
  else if (choices !== null && isChosen(source.table, choices)) {
    const read = createTableReader(source.table, choices);
    await eachRow(source.rows, (row, index) => add(read(row, index)), signal);
  }
  return links;
}

/** A column with the ends of short links can only be used with the address of the site. */
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
  const counts = { new: 0, saved: 0, twice: 0, refused: 0 };
  await eachRow(
    links,
    (link) => {
      const row = plan(link);
      rows.push(row);
      counts[row.kind] += 1;
    },
    signal,
  );
  return { rows, counts, odd: rows.filter(({ isOdd }) => isOdd).length };
}

/** Returns the rows of these kinds, the last row first: saved in this order, the list has the order of the file. */
export function rowsToImport({ rows }: Plan, kinds: readonly RowKind[]): PlannedRow[] {
  return rows.filter(({ kind }) => kinds.includes(kind)).toReversed();
}

/** Returns a function that makes a link of a row. A row keeps its id unless it is taken, and its times if it has any. */
export function createLinkMaker(saved: SavedLinks, newId: () => string): (row: PlannedRow) => ImportLink {
  const taken = new Set(saved.ids);
  return ({ url, description, id, createdAt, updatedAt }) => {
    const ownId = id === undefined || taken.has(id) ? newId() : id;
    taken.add(ownId);
    const times = { ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
    return { id: ownId, url, description, ...times };
  };
}

/** Removes an id or a time that the server would refuse: somebody has changed the file. */
function withValidOwnFields({ id, createdAt, updatedAt, ...fields }: FoundLink): FoundLink {
  return {
    ...fields,
    ...(id !== undefined && linkIdSchema.safeParse(id).success ? { id } : {}),
    ...(isTime(createdAt) ? { createdAt } : {}),
    ...(isTime(updatedAt) ? { updatedAt } : {}),
  };
}

/** Whether this is an existing time in the form of our files: ISO 8601 in UTC with milliseconds. */
function isTime(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-.*Z$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

const rowsAtOnce = 2500;

/** Visits many rows in short pieces, so that the page stays responsive. Throws when the signal aborts. */
async function eachRow<Row>(
  rows: readonly Row[],
  visit: (row: Row, index: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    if (start > 0) await nextTask();
    signal.throwIfAborted();
    for (const [offset, row] of rows.slice(start, start + rowsAtOnce).entries()) visit(row, start + offset);
  }
}

/** Asks the server which links are saved already. It asks about each URL and id once. */
export type SavedLookup = {
  readonly saved: SavedLinks;
  check(
    links: readonly FoundLink[],
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
};

type Question = { readonly key: 'urls' | 'ids'; readonly text: string };

export function createSavedLookup(api: Pick<TransferApi, 'lookUp'>): SavedLookup {
  const saved = { urls: new Set<string>(), ids: new Set<string>() };
  const asked = { urls: new Set<string>(), ids: new Set<string>() };

  function questionsOn(links: readonly FoundLink[]): Question[] {
    const urls = new Set(
      links.map(({ url }) => url.trim()).filter((url) => url !== '' && !asked.urls.has(url)),
    );
    const ids = new Set(links.flatMap(({ id }) => (id === undefined || asked.ids.has(id) ? [] : id)));
    return [
      ...[...urls].map((text) => ({ key: 'urls' as const, text })),
      ...[...ids].map((text) => ({ key: 'ids' as const, text })),
    ];
  }

  return {
    saved,
    async check(links, onProgress, signal) {
      const questions = questionsOn(links);
      let start = 0;
      while (start < questions.length) {
        onProgress(start, questions.length);
        const size = batchSize((index) => questions[index]?.text.length ?? 0, start, questions.length);
        const batch = questions.slice(start, start + size);
        const of = (key: Question['key']) => batch.filter((one) => one.key === key).map(({ text }) => text);
        const found = await api.lookUp({ urls: of('urls'), ids: of('ids') }, signal);
        for (const { id, url } of found) {
          saved.urls.add(url);
          saved.ids.add(id);
        }
        for (const { key, text } of batch) asked[key].add(text);
        start += size;
      }
    },
  };
}
