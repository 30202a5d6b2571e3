import { linkIdPattern, type LinkImport } from '#contract/links.ts';
import { memoize } from '#core/lib/helpers.ts';
import {
  checkAddress,
  createImportPlan,
  type FoundLink,
  type ImportPlan,
  type PlannedRow,
  type RowKind,
  type SavedLinks,
} from '#core/link-files/import-plan.ts';
import { createTableReader, type TableChoices } from '#core/link-files/link-table.ts';
import { fieldsOf, type LinkFields } from '#core/links/link.ts';
import { trimAddress, unescapeAddress } from '#core/links/web-address.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { messageOf } from '#web/api/send.ts';
import { batchesOf, type WorkspaceApi } from '#web/api/workspace-api.ts';
import { newId } from '#web/lib/new-id.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import { readSource, type LinkSource } from './read-source.ts';

type ImportState =
  | { readonly step: 'empty'; readonly failure: string | null }
  /** `name` is null for a pasted text. */
  | { readonly step: 'reading'; readonly name: string | null }
  | {
      readonly step: 'preview';
      readonly source: LinkSource;
      readonly choices: TableChoices | null;
      /** Whether `&amp;` in addresses is written as `&`, because the user wants it. */
      readonly isUnescaped: boolean;
      readonly plan: ImportPlan;
      /** Whether the server has said which links are saved already. Nothing is imported before that. */
      readonly lookup:
        | { readonly phase: 'running'; readonly done: number; readonly total: number }
        | { readonly phase: 'done' }
        | { readonly phase: 'failed'; readonly message: string };
    }
  | (ImportProgress & { readonly step: 'importing' | 'stopped' | 'done' })
  | (ImportProgress & { readonly step: 'failed'; readonly message: string });

export type PreviewState = Extract<ImportState, { step: 'preview' }>;
/** The import while it runs, and its end. */
export type RunState = Extract<ImportState, ImportProgress>;

type ImportProgress = {
  readonly plan: ImportPlan;
  readonly done: number;
  readonly total: number;
  /** How many were saved already and did not change. */
  readonly kept: number;
  readonly refused: readonly RefusedLink[];
  /** The ids of the created links. */
  readonly ids: readonly string[];
  /** How many of them are ticked. */
  readonly ticked: number;
};

export type RefusedLink = LinkFields & Pick<PlannedRow, 'row'> & { readonly reason: string };

/** What the user can choose. `choices` is null for a source without columns. */
type Choices = Pick<PreviewState, 'choices' | 'isUnescaped'>;

type ImportApi = { readonly lookUp: LinksController['findSaved'] } & Pick<WorkspaceApi, 'importLinks'>;

/** An import: read a source, show what each row would do, import. Nothing is sent to be saved before `start`. */
export type ImportStore = ReadonlyStore<ImportState> & {
  /** Reads a file or a pasted text, and shows its preview. */
  open(source: File | string): Promise<void>;
  /** Shows the preview of the same source again, with other choices. */
  choose(change: Partial<Choices>): Promise<void>;
  /** Imports the rows of these kinds. */
  start(kinds: readonly RowKind[]): void;
  /** Continues an import that was stopped or has failed. */
  resume(): Promise<void>;
  /** Stops the import when the current request is answered. */
  stop(): void;
  back(): void;
  /** Ends everything that runs. */
  close(): void;
};

/** @param onSaved Gets the ids of all links saved so far when the import ends. Returns how many are ticked. */
export function createImportStore(api: ImportApi, onSaved: (ids: readonly string[]) => number): ImportStore {
  const { get, set, subscribe } = createStore<ImportState>({ step: 'empty', failure: null });
  let task = new AbortController();
  let known = createKnownLinks(api);
  let runImport: ((signal: AbortSignal) => Promise<void>) | null = null;

  /** Ends the task before. */
  function nextSignal(): AbortSignal {
    task.abort();
    task = new AbortController();
    return task.signal;
  }

  /** Reads and shows a preview, unless another task begins meanwhile. */
  async function preview(read: () => Promise<LinkSource>, choices?: Choices): Promise<void> {
    const signal = nextSignal();
    try {
      const source = await read();
      const first = { choices: source.choices, isUnescaped: false };
      await showPreview({ source, ...(choices ?? first), known, show: set, signal });
    } catch (failure) {
      if (!signal.aborted) set({ step: 'empty', failure: messageOf(failure) });
    }
  }

  return {
    get,
    subscribe,
    async open(source) {
      known = createKnownLinks(api);
      set({ step: 'reading', name: typeof source === 'string' ? null : source.name });
      await preview(() => readSource(source));
    },
    async choose(change) {
      const state = get();
      if (state.step === 'preview') await preview(async () => state.source, { ...state, ...change });
    },
    start(kinds) {
      const state = get();
      if (state.step !== 'preview') return;
      runImport = createImportJob({ plan: state.plan, kinds, ids: known.ids, api, onSaved, show: set });
      void runImport(nextSignal());
    },
    resume: async () => runImport?.(nextSignal()),
    stop: () => task.abort(),
    back() {
      task.abort();
      set({ step: 'empty', failure: null });
    },
    close: () => task.abort(),
  };
}

type PreviewOptions = Pick<PreviewState, 'source' | 'choices' | 'isUnescaped'> & {
  readonly known: KnownLinks;
  readonly show: (state: PreviewState) => void;
  readonly signal: AbortSignal;
};

/** Shows the preview as far as it is known, and again when the server has said what is saved. */
async function showPreview({ known, show, signal, ...chosen }: PreviewOptions): Promise<void> {
  const links = await findLinks(chosen, signal);
  let plan = await planImport(links, known, signal);
  function showLookup(lookup: PreviewState['lookup']): void {
    signal.throwIfAborted();
    show({ step: 'preview', ...chosen, plan, lookup });
  }
  try {
    await known.lookUp(links, signal, (done, total) => showLookup({ phase: 'running', done, total }));
  } catch (failure) {
    return showLookup({ phase: 'failed', message: messageOf(failure) });
  }
  plan = await planImport(links, known, signal);
  showLookup({ phase: 'done' });
}

/** The saved links that the server has named so far. */
type KnownLinks = SavedLinks & {
  /** Requests each URL and id once. */
  lookUp(
    links: readonly FoundLink[],
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<void>;
};

function createKnownLinks(api: Pick<ImportApi, 'lookUp'>): KnownLinks {
  const saved = { urls: new Set<string>(), ids: new Set<string>() };
  const checked = { urls: new Set<string>(), ids: new Set<string>() };
  return {
    ...saved,
    async lookUp(links, signal, onProgress) {
      const texts = {
        urls: links.map(({ url }) => trimAddress(url)),
        ids: links.flatMap(({ id }) => id ?? []),
      };
      const open = (['urls', 'ids'] as const).flatMap((key) =>
        [...new Set(texts[key])]
          .filter((text) => text !== '' && !checked[key].has(text))
          .map((text) => ({ key, text })),
      );
      let done = 0;
      onProgress(done, open.length);
      for (const batch of batchesOf(open)) {
        const of = (wanted: string) => batch.flatMap(({ key, text }) => (key === wanted ? text : []));
        const found = await api.lookUp({ urls: of('urls'), ids: of('ids') });
        signal.throwIfAborted();
        for (const { id, url } of found) {
          saved.urls.add(url);
          saved.ids.add(id);
        }
        for (const { key, text } of batch) checked[key].add(text);
        done += batch.length;
        onProgress(done, open.length);
      }
    },
  };
}

async function findLinks(
  { source, choices, isUnescaped }: Choices & Pick<PreviewState, 'source'>,
  signal: AbortSignal,
): Promise<FoundLink[]> {
  const links: FoundLink[] = [];
  const add = (found: FoundLink | null) => {
    if (found === null) return;
    const link = isUnescaped ? { ...found, url: unescapeAddress(found.url) } : found;
    links.push(source.maker === 'own' ? withValidOwnFields(link) : checkAddress(link));
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

/** Makes links of rows. A row keeps its id unless it is used, and its times if it has any. */
function createLinkMaker(savedIds: ReadonlySet<string>): (row: PlannedRow) => LinkImport['links'][number] {
  const used = new Set(savedIds);
  return (row) => {
    const { id: wanted, createdAt, updatedAt } = row;
    const id = wanted === undefined || used.has(wanted) ? newId() : wanted;
    used.add(id);
    return { id, ...fieldsOf(row), ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
  };
}

/** Lets the page react to its user before the next piece of work. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

type JobOptions = {
  readonly plan: ImportPlan;
  readonly kinds: readonly RowKind[];
  /** The ids that are saved already. */
  readonly ids: ReadonlySet<string>;
  readonly api: ImportApi;
  readonly onSaved: (ids: readonly string[]) => number;
  readonly show: (state: RunState) => void;
};

/** Returns a function that saves the rows that are not done yet, in several requests, one after the other. */
function createImportJob({ plan, kinds, ids: savedIds, api, onSaved, show }: JobOptions) {
  // The last row is saved first, so that the list has the order of the file.
  const rows = plan.rows.filter(({ kind }) => kinds.includes(kind)).toReversed();
  // Each link is made only once. A batch without an answer is sent again with the same ids, so no link is saved twice.
  const linkOf = memoize(createLinkMaker(savedIds));
  let progress: ImportProgress = {
    plan,
    done: 0,
    total: rows.length,
    kept: 0,
    refused: [],
    ids: [],
    ticked: 0,
  };
  let isSecondTry = false;

  async function importBatch(batch: readonly PlannedRow[]): Promise<void> {
    const { done, kept, refused, ids } = progress;
    const results = new Map((await api.importLinks(batch.map(linkOf))).map((result) => [result.id, result]));
    const outcomes = batch.map((row) => ({ ...row, result: results.get(linkOf(row).id) }));
    const idsOf = (status: string) =>
      outcomes.flatMap(({ result }) => (result?.status === status ? result.id : []));
    const there = idsOf('kept');
    const refusedNow = outcomes.flatMap(({ result, ...found }) =>
      result?.status === 'refused' ? { row: found.row, ...fieldsOf(found), reason: result.detail } : [],
    );
    progress = {
      ...progress,
      done: done + batch.length,
      // In a second try, a link that already exists was saved by the first try.
      kept: isSecondTry ? kept : kept + there.length,
      refused: [...refused, ...refusedNow],
      ids: [...ids, ...idsOf('created'), ...(isSecondTry ? there : [])],
    };
    isSecondTry = false;
  }

  return async (signal: AbortSignal): Promise<void> => {
    show({ ...progress, step: 'importing' });
    let message: string | null = null;
    try {
      for (const batch of batchesOf(rows.slice(progress.done))) {
        if (signal.aborted) break;
        await importBatch(batch);
        show({ ...progress, step: 'importing' });
      }
    } catch (failure) {
      isSecondTry = true;
      message = messageOf(failure);
    }
    progress = { ...progress, ticked: onSaved(progress.ids) };
    if (message !== null) show({ ...progress, step: 'failed', message });
    else show({ ...progress, step: progress.done < rows.length ? 'stopped' : 'done' });
  };
}
