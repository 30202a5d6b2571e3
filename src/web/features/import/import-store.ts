import type { LinkImport } from '#contract/link-requests.ts';
import type { LinkImportResult } from '#contract/links.ts';
import type { PlannedRow, RowKind } from '#core/link-files/import-plan.ts';
import type { TableChoices } from '#core/link-files/link-table.ts';
import { batchSize, type TransferApi } from '#web/api/transfer-api.ts';
import { newId } from '#web/lib/new-id.ts';
import { createStore } from '#web/lib/store.ts';

import { createSavedLookup, previewsOf, type Plan, type Preview, type SavedLookup } from './preview.ts';
import { readSource } from './read-source.ts';

export type ImportView =
  | { readonly step: 'source'; readonly failure: string | null }
  | { readonly step: 'reading'; readonly name: string }
  | Preview
  | { readonly step: 'import'; readonly plan: Plan; readonly progress: ImportProgress };

/** The steps of an import: choose a source, look at the preview, import. Nothing is sent before `begin`. */
export type ImportStore = ReturnType<typeof createImportStore>;

/** `onSaved` is called when links may have been saved. */
export function createImportStore(api: TransferApi, onSaved: () => void) {
  const { get, set, subscribe } = createStore<ImportView>({ step: 'source', failure: null });
  let lookup = createSavedLookup(api);
  const reading = createReading(set);
  let run: ReturnType<typeof createImportRun> | null = null;

  /** Starts the import, or continues it after a stop or a failure. */
  async function goOn(): Promise<void> {
    await run?.goOn();
    onSaved();
  }

  return {
    get,
    subscribe,
    goOn,
    open(source: File | string): Promise<void> {
      lookup = createSavedLookup(api);
      set({ step: 'reading', name: typeof source === 'string' ? 'the pasted text' : source.name });
      return reading.start(lookup, async () => {
        const read = await readSource(source);
        return { source: read, choices: read.choices };
      });
    },
    /** Makes the preview of the same source again, with these columns. */
    async preview(choices: TableChoices | null): Promise<void> {
      const view = get();
      if (view.step === 'preview')
        await reading.start(lookup, async () => ({ source: view.source, choices }));
    },
    /** Imports the rows of these kinds. */
    begin(kinds: readonly RowKind[]): void {
      const view = get();
      if (view.step !== 'preview') return;
      const { plan } = view;
      // The last row first: saved in this order, the list has the order of the file.
      const rows = plan.rows.filter(({ kind }) => kinds.includes(kind)).toReversed();
      const onProgress = (progress: ImportProgress) => set({ step: 'import', plan, progress });
      run = createImportRun(rows, api, createLinkMaker(lookup.saved), onProgress);
      void goOn();
    },
    /** Stops the import when the current request is answered. */
    stop: () => run?.stop(),
    back(): void {
      reading.abort();
      set({ step: 'source', failure: null });
    },
    /** Ends all work in progress. */
    close(): void {
      reading.abort();
      run?.stop();
    },
  };
}

/** Shows the previews of one source at a time. */
function createReading(show: (view: ImportView) => void) {
  let current = new AbortController();
  return {
    abort: () => current.abort(),
    async start(
      lookup: SavedLookup,
      read: () => Promise<Pick<Preview, 'source' | 'choices'>>,
    ): Promise<void> {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      try {
        for await (const preview of previewsOf(await read(), lookup, signal)) {
          signal.throwIfAborted();
          show(preview);
        }
      } catch (failure) {
        const unknown = 'This could not be read. Please try another file.';
        const message = failure instanceof Error ? failure.message : unknown;
        if (!signal.aborted) show({ step: 'source', failure: message });
      }
    },
  };
}

type ImportLink = LinkImport['links'][number];

/** Returns a function that makes a link of a row. A row keeps its id unless it is taken, and its times if it has any. */
function createLinkMaker(saved: SavedLookup['saved']): (row: PlannedRow) => ImportLink {
  const taken = new Set(saved.ids);
  return ({ url, description, id, createdAt, updatedAt }) => {
    const ownId = id === undefined || taken.has(id) ? newId() : id;
    taken.add(ownId);
    return { id: ownId, url, description, ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
  };
}

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

/** Saves links in several requests, one after the other. `rows`: in the order of saving. */
function createImportRun(
  rows: readonly PlannedRow[],
  api: TransferApi,
  makeLink: (row: PlannedRow) => ImportLink,
  onProgress: (progress: ImportProgress) => void,
) {
  // Made once: a batch without an answer is sent again with the same ids, so that no link is saved twice.
  const links: ImportLink[] = [];
  let isSecondTry = false;
  let stopping = new AbortController();
  const start = {
    phase: 'running',
    done: 0,
    total: rows.length,
    created: 0,
    kept: 0,
    failure: null,
  } as const;
  let progress: ImportProgress = { ...start, refused: [] };

  function show(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change };
    onProgress(progress);
  }

  async function sendNext(): Promise<void> {
    const { done } = progress;
    const weigh = (index: number) => (rows[index]?.url.length ?? 0) + (rows[index]?.description.length ?? 0);
    const end = done + batchSize(weigh, done, rows.length);
    for (const row of rows.slice(links.length, end)) links.push(makeLink(row));
    const results = await api.importLinks(links.slice(done, end));
    show({
      done: end,
      ...countResults(progress, rows.slice(done, end), links.slice(done, end), results, isSecondTry),
    });
    isSecondTry = false;
  }

  return {
    stop: () => stopping.abort(),
    /** Never rejects. */
    async goOn(): Promise<void> {
      stopping = new AbortController();
      show({ phase: 'running', failure: null });
      try {
        while (progress.done < rows.length && !stopping.signal.aborted) await sendNext();
        show({ phase: progress.done < rows.length ? 'stopped' : 'finished' });
      } catch (failure) {
        isSecondTry = true;
        show({ phase: 'failed', failure: failure instanceof Error ? failure.message : '' });
      }
    },
  };
}

/** In a second try, a link that is there already was saved by the first try. */
function countResults(
  { created, kept, refused }: ImportProgress,
  rows: readonly PlannedRow[],
  links: readonly ImportLink[],
  results: LinkImportResult['results'],
  isSecondTry: boolean,
): Partial<ImportProgress> {
  const byId = new Map(results.map((result) => [result.id, result]));
  const outcomes = links.map(({ id }) => byId.get(id));
  const count = (status: string) => outcomes.filter((outcome) => outcome?.status === status).length;
  const savedBefore = isSecondTry ? count('kept') : 0;
  const refusedNow = rows.flatMap(({ row, url, description }, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'refused' ? { row, url, description, reason: outcome.detail } : [];
  });
  return {
    created: created + count('created') + savedBefore,
    kept: kept + count('kept') - savedBefore,
    refused: [...refused, ...refusedNow],
  };
}
