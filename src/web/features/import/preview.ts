import { linkIdPattern } from '#contract/links.ts';
import {
  createImportPlan,
  type FoundLink,
  type ImportPlan,
  type SavedLinks,
} from '#core/link-files/import-plan.ts';
import { createTableReader, type TableChoices } from '#core/link-files/link-table.ts';
import { messageOf } from '#web/api/send.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { batchesOf } from '#web/api/workspace-api.ts';

import { nextTask, type LinkSource } from './read-source.ts';

export type Preview = {
  readonly step: 'preview';
  readonly source: LinkSource;
  readonly choices: TableChoices | null;
  readonly plan: ImportPlan;
  /** Whether the server has said which links are saved already. Nothing is imported before that. */
  readonly check:
    | { readonly kind: 'running'; readonly done: number; readonly total: number }
    | { readonly kind: 'done' }
    | { readonly kind: 'failed'; readonly message: string };
};

/** Yields the preview as far as it is known, and again when the server has said what is saved. */
export async function* previewsOf(
  { source, choices }: Pick<Preview, 'source' | 'choices'>,
  lookup: SavedLookup,
  signal: AbortSignal,
): AsyncGenerator<Preview> {
  const links = await findLinks(source, choices, signal);
  const plan = await planImport(links, lookup.saved, signal);
  const preview = { step: 'preview', source, choices, plan } as const;
  yield { ...preview, check: { kind: 'running', done: 0, total: links.length } };
  try {
    for await (const check of lookup.check(links, signal)) yield { ...preview, check };
  } catch (failure) {
    signal.throwIfAborted();
    yield { ...preview, check: { kind: 'failed', message: messageOf(failure) } };
    return;
  }
  yield { ...preview, plan: await planImport(links, lookup.saved, signal), check: { kind: 'done' } };
}

export type SavedLookup = ReturnType<typeof createSavedLookup>;

/** Asks the server which links are saved already. It asks about each URL and id once. */
export function createSavedLookup(api: Pick<LinksApi, 'lookUp'>) {
  const saved = { urls: new Set<string>(), ids: new Set<string>() };
  const asked = { urls: new Set<string>(), ids: new Set<string>() };

  async function* check(links: readonly FoundLink[], signal: AbortSignal): AsyncGenerator<Preview['check']> {
    const texts = { urls: links.map(({ url }) => url.trim()), ids: links.flatMap(({ id }) => id ?? []) };
    const questions = (['urls', 'ids'] as const).flatMap((key) =>
      [...new Set(texts[key])]
        .filter((text) => text !== '' && !asked[key].has(text))
        .map((text) => ({ key, text })),
    );
    let done = 0;
    for (const batch of batchesOf(questions, ({ text }) => text.length)) {
      yield { kind: 'running', done, total: questions.length };
      const of = (wanted: string) => batch.filter(({ key }) => key === wanted).map(({ text }) => text);
      for (const { id, url } of await api.lookUp({ urls: of('urls'), ids: of('ids') }, signal)) {
        saved.urls.add(url);
        saved.ids.add(id);
      }
      for (const { key, text } of batch) asked[key].add(text);
      done += batch.length;
    }
  }

  return { saved, check };
}

async function findLinks(
  source: LinkSource,
  choices: TableChoices | null,
  signal: AbortSignal,
): Promise<FoundLink[]> {
  const links: FoundLink[] = [];
  const add = (link: FoundLink | null) => {
    if (link !== null) links.push(withValidOwnFields(link));
  };
  if ('links' in source) await eachRow(source.links, add, signal);
  // A column with the ends of short links is useful only with the address of the site.
  else if (
    choices !== null &&
    choices.url !== null &&
    (choices.url !== source.slug || choices.urlStart.trim())
  ) {
    const read = createTableReader(source, choices, source.delimiter);
    await eachRow(source.rows, (row, index) => add(read(row, index)), signal);
  }
  return links;
}

async function planImport(
  links: readonly FoundLink[],
  saved: SavedLinks,
  signal: AbortSignal,
): Promise<ImportPlan> {
  const { plan, add } = createImportPlan(saved);
  await eachRow(links, add, signal);
  return plan;
}

/** Removes an id or a time that the server would refuse, because somebody may have changed the file. */
function withValidOwnFields({ id, createdAt, updatedAt, ...fields }: FoundLink): FoundLink {
  return {
    ...fields,
    ...(id !== undefined && linkIdPattern.test(id) ? { id } : {}),
    ...(isTime(createdAt) ? { createdAt } : {}),
    ...(isTime(updatedAt) ? { updatedAt } : {}),
  };
}

/** Returns whether this is a valid time in the form of our files: ISO 8601 in UTC with milliseconds. */
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
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % rowsAtOnce === 0) await nextTask();
    signal.throwIfAborted();
    visit(row, index);
  }
}
