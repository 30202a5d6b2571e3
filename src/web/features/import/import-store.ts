import type { RowKind, PlannedRow } from '#core/link-files/import-plan.ts';
import type { TableChoices } from '#core/link-files/link-table.ts';
import { type TransferApi, batchSize } from '#web/api/transfer-api.ts';
import { newId } from '#web/lib/new-id.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import {
  createLinkMaker,
  findLinks,
  planImport,
  rowsToImport,
  type Plan,
  createSavedLookup,
  type SavedLookup,
} from './plan-import.ts';
import { readFile, readText, type LinkSource } from './read-source.ts';
import type { LinkImport } from '#contract/link-requests.ts';
import type { LinkImportResult } from '#contract/links.ts';

/** Whether the server has said which links are saved already. Nothing is imported before that. */
export type SavedCheck =
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

export type Preview = {
  readonly step: 'preview';
  readonly source: LinkSource;
  readonly choices: TableChoices | null;
  readonly plan: Plan;
  readonly check: SavedCheck;
};

export type ImportView =
  | { readonly step: 'source'; readonly failure: string | null }
  | { readonly step: 'reading'; readonly name: string }
  | Preview
  | { readonly step: 'import'; readonly plan: Plan; readonly progress: ImportProgress };

/** The steps of an import: choose a source, look at the preview, import. Nothing is sent before `begin`. */
export type ImportStore = ReadonlyStore<ImportView> & {
  open(source: File | string): Promise<void>;
  /** Makes the preview of the same source again, with these columns. */
  preview(choices: TableChoices | null): Promise<void>;
  /** Imports the rows of these kinds. */
  begin(kinds: readonly RowKind[]): void;
  goOn(): Promise<void>;
  stop(): void;
  back(): void;
  /** Ends all work in progress. */
  close(): void;
};

/** `onSaved` is called when links may have been saved. */
export function createImportStore(api: TransferApi, onSaved: () => void): ImportStore {
  const { get, set, subscribe } = createStore<ImportView>({ step: 'source', failure: null });
  let lookup = createSavedLookup(api);
  const reading = createReading((failure) => set({ step: 'source', failure }));
  let run: ImportRun | null = null;

  async function goOn(): Promise<void> {
    await run?.goOn();
    onSaved();
  }

  return {
    get,
    subscribe,
    goOn,
    open: (source) =>
      reading.start(async (signal) => {
        const isText = typeof source === 'string';
        lookup = createSavedLookup(api);
        set({ step: 'reading', name: isText ? 'the pasted text' : source.name });
        const read = await (isText ? readText(source) : readFile(source));
        signal.throwIfAborted();
        await showPreview(read, read.kind === 'table' ? read.table.choices : null, lookup, set, signal);
      }),
    async preview(choices) {
      const view = get();
      if (view.step === 'preview')
        await reading.start((signal) => showPreview(view.source, choices, lookup, set, signal));
    },
    begin(kinds) {
      const view = get();
      if (view.step !== 'preview') return;
      const { plan } = view;
      run = createImportRun(rowsToImport(plan, kinds), {
        api,
        makeLink: createLinkMaker(lookup.saved, newId),
        onProgress: (progress) => set({ step: 'import', plan, progress }),
      });
      void goOn();
    },
    stop: () => run?.stop(),
    back() {
      reading.abort();
      set({ step: 'source', failure: null });
    },
    close() {
      reading.abort();
      run?.stop();
    },
  };
}

/** Runs one reading at a time: a new one ends the one before. `onFailure` gets a message for the user. */
function createReading(onFailure: (message: string) => void) {
  let current = new AbortController();
  return {
    async start(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      try {
        await read(signal);
      } catch (failure) {
        const unknown = 'This could not be read. Please try another file.';
        if (!signal.aborted) onFailure(failure instanceof Error ? failure.message : unknown);
      }
    },
    abort: () => current.abort(),
  };
}

/** Shows the preview as far as it is known, and again when the server has said what is saved. */
async function showPreview(
  source: LinkSource,
  choices: TableChoices | null,
  lookup: SavedLookup,
  show: (preview: Preview) => void,
  signal: AbortSignal,
): Promise<void> {
  const links = await findLinks(source, choices, signal);
  const plan = await planImport(links, lookup.saved, signal);
  const preview = { step: 'preview', source, choices, plan } as const;
  const showCheck = (done: number, total: number) =>
    show({ ...preview, check: { kind: 'running', done, total } });
  showCheck(0, links.length);
  try {
    await lookup.check(links, showCheck, signal);
  } catch (failure) {
    signal.throwIfAborted();
    const message = failure instanceof Error ? failure.message : String(failure);
    show({ ...preview, check: { kind: 'failed', message } });
    return;
  }
  show({ ...preview, plan: await planImport(links, lookup.saved, signal), check: { kind: 'done' } });
}

export type ImportLink = LinkImport['links'][number];

export type RefusedLink = Pick<PlannedRow, 'row' | 'url' | 'description'> & { readonly reason: string };

type ImportProgress = {
  readonly phase: 'running' | 'stopped' | 'failed' | 'finished';
  readonly done: number;
  readonly total: number;
  readonly created: number;
  /** They were saved already and were not changed. */
  readonly kept: number;
  readonly refused: readonly RefusedLink[];
  /** The reason when the phase is `failed`, else null. */
  readonly failure: string | null;
};

/** Saves links in several requests, one after the other. */
type ImportRun = {
  /** Starts, or continues after a stop or a failure. Never rejects. */
  goOn(): Promise<void>;
  /** Stops when the current request is answered. */
  stop(): void;
};

type ImportRunOptions = {
  readonly api: Pick<TransferApi, 'importLinks'>;
  readonly makeLink: (row: PlannedRow) => ImportLink;
  readonly onProgress: (progress: ImportProgress) => void;
};

type Batch = readonly { readonly row: PlannedRow; readonly link: ImportLink }[];

/** `rows`: oldest first. */
function createImportRun(
  rows: readonly PlannedRow[],
  { api, makeLink, onProgress }: ImportRunOptions,
): ImportRun {
  // A batch without an answer is sent again with the same ids, so that no link is saved twice.
  let unanswered: Batch | null = null;
  let stopping = new AbortController();
  let progress: ImportProgress = { ...nothingDone, total: rows.length };

  function show(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change };
    onProgress(progress);
  }

  function nextBatch(): Batch {
    const start = progress.done;
    const weigh = (index: number) => (rows[index]?.url.length ?? 0) + (rows[index]?.description.length ?? 0);
    const next = rows.slice(start, start + batchSize(weigh, start, rows.length));
    return next.map((row) => ({ row, link: makeLink(row) }));
  }

  async function sendNext(): Promise<void> {
    const isSecondTry = unanswered !== null;
    const batch = (unanswered ??= nextBatch());
    const results = await api.importLinks(batch.map(({ link }) => link));
    unanswered = null;
    show(countResults(progress, batch, results, isSecondTry));
  }

  return {
    stop: () => stopping.abort(),
    async goOn() {
      stopping = new AbortController();
      show({ phase: 'running', failure: null });
      try {
        while (progress.done < rows.length && !stopping.signal.aborted) await sendNext();
        show({ phase: progress.done < rows.length ? 'stopped' : 'finished' });
      } catch (failure) {
        show({ phase: 'failed', failure: failure instanceof Error ? failure.message : '' });
      }
    },
  };
}

const nothingDone = {
  phase: 'running',
  done: 0,
  created: 0,
  kept: 0,
  refused: [],
  failure: null,
} satisfies Omit<ImportProgress, 'total'>;

/** In a second try, a link that is there already was saved by the first try. */
function countResults(
  { done, created, kept, refused }: ImportProgress,
  batch: Batch,
  results: LinkImportResult['results'],
  isSecondTry: boolean,
): Partial<ImportProgress> {
  const byId = new Map(results.map((result) => [result.id, result]));
  const outcomes = batch.map(({ row, link }) => ({ row, result: byId.get(link.id) }));
  const count = (status: 'created' | 'kept') =>
    outcomes.filter(({ result }) => result?.status === status).length;
  const refusedNow = outcomes.flatMap(({ row: { row, url, description }, result }) =>
    result?.status === 'refused' ? { row, url, description, reason: result.detail } : [],
  );
  return {
    done: done + batch.length,
    created: created + count('created') + (isSecondTry ? count('kept') : 0),
    kept: kept + (isSecondTry ? 0 : count('kept')),
    refused: [...refused, ...refusedNow],
  };
}
