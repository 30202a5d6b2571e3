import type { LinkImport } from '#contract/links.ts';
import { memoize } from '#core/lib/helpers.ts';
import type { ImportPlan, PlannedRow, RowKind } from '#core/link-files/import-plan.ts';
import type { TableChoices } from '#core/link-files/link-table.ts';
import { fieldsOf, lengthOfFields, type LinkFields } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { messageOf } from '#web/api/send.ts';
import { batchesOf, type WorkspaceApi } from '#web/api/workspace-api.ts';
import { newId } from '#web/lib/new-id.ts';
import { createStore } from '#web/lib/store.ts';
import { createLatestTask } from '#web/lib/tasks.ts';

import { createSavedLookup, previewsOf, type Preview, type SavedLookup } from './preview.ts';
import { readSource, type LinkSource } from './read-source.ts';

export type ImportView =
  | { readonly step: 'source'; readonly failure: string | null }
  /** `name` is null for a pasted text. */
  | { readonly step: 'reading'; readonly name: string | null }
  | Preview
  | { readonly step: 'import'; readonly plan: ImportPlan; readonly progress: ImportProgress };

type ImportProgress = {
  readonly phase: 'running' | 'stopped' | 'failed' | 'finished';
  readonly done: number;
  readonly total: number;
  /** How many were saved already and did not change. */
  readonly kept: number;
  readonly refused: readonly RefusedLink[];
  /** The ids of the created links. */
  readonly ids: readonly string[];
  /** How many of them are ticked. */
  readonly ticked: number;
  /** The reason when the phase is `failed`, else null. */
  readonly failure: string | null;
};

export type RefusedLink = LinkFields & Pick<PlannedRow, 'row'> & { readonly reason: string };

type ImportApi = Pick<LinksApi, 'lookUp'> & Pick<WorkspaceApi, 'importLinks'>;

/** The steps of an import: choose a source, look at the preview, import. Nothing is sent before `begin`. */
export type ImportStore = ReturnType<typeof createImportStore>;

/** @param onSaved Takes the ids of all links saved so far when it ends or stops. Returns how many are ticked. */
export function createImportStore(api: ImportApi, onSaved: (ids: readonly string[]) => number) {
  const { get, set, subscribe } = createStore<ImportView>({ step: 'source', failure: null });
  const reading = createLatestTask();
  const importing = createLatestTask();
  let lookup = createSavedLookup(api);
  let goOn: (() => Promise<void>) | null = null;

  /** @param choices The chosen columns; null for the proposed ones. */
  async function showPreviews(read: () => Promise<LinkSource>, choices: TableChoices | null): Promise<void> {
    const show = async (signal: AbortSignal) => {
      const source = await read();
      const chosen = { source, choices: choices ?? source.choices };
      for await (const preview of previewsOf(chosen, lookup, signal)) {
        signal.throwIfAborted();
        set(preview);
      }
    };
    await reading
      .run(show, () => {})
      .catch((failure: unknown) => set({ step: 'source', failure: messageOf(failure) }));
  }

  return {
    get,
    subscribe,
    open(source: File | string): Promise<void> {
      lookup = createSavedLookup(api);
      set({ step: 'reading', name: typeof source === 'string' ? null : source.name });
      return showPreviews(() => readSource(source), null);
    },
    /** Makes the preview of the same source again, with these columns. */
    async preview(choices: TableChoices | null): Promise<void> {
      const view = get();
      if (view.step === 'preview') await showPreviews(async () => view.source, choices);
    },
    begin(kinds: readonly RowKind[]): void {
      const view = get();
      if (view.step !== 'preview') return;
      const job = createImportJob({ plan: view.plan, kinds, saved: lookup.saved, api, onSaved, show: set });
      goOn = () => importing.run(job, () => {});
      void goOn();
    },
    goOn: async () => goOn?.(),
    /** Stops the import when the current request is answered. */
    stop: importing.stop,
    back(): void {
      reading.stop();
      set({ step: 'source', failure: null });
    },
    close(): void {
      reading.stop();
      importing.stop();
    },
  };
}

/** Makes links of rows. A row keeps its id unless it is taken, and its times if it has any. */
function createLinkMaker(saved: SavedLookup['saved']): (row: PlannedRow) => LinkImport['links'][number] {
  const taken = new Set(saved.ids);
  return (row) => {
    const { id, createdAt, updatedAt } = row;
    const ownId = id === undefined || taken.has(id) ? newId() : id;
    taken.add(ownId);
    return {
      id: ownId,
      ...fieldsOf(row),
      ...(createdAt && { createdAt }),
      ...(updatedAt && { updatedAt }),
    };
  };
}

type JobHost = {
  readonly plan: ImportPlan;
  readonly kinds: readonly RowKind[];
  readonly saved: SavedLookup['saved'];
  readonly api: ImportApi;
  readonly onSaved: (ids: readonly string[]) => number;
  readonly show: (view: ImportView) => void;
};

/** Returns a function that saves the rows that are not done yet, in several requests, one after the other. */
function createImportJob({ plan, kinds, saved, api, onSaved, show }: JobHost) {
  // The last row is saved first, so that the list has the order of the file.
  const rows = plan.rows.filter(({ kind }) => kinds.includes(kind)).toReversed();
  // Each link is made only once. A batch without an answer is sent again with the same ids, so no link is saved twice.
  const linkOf = memoize(createLinkMaker(saved));
  let progress: ImportProgress = {
    phase: 'running',
    done: 0,
    total: rows.length,
    kept: 0,
    refused: [],
    ids: [],
    ticked: 0,
    failure: null,
  };

  function advance(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change };
    show({ step: 'import', plan, progress });
  }

  async function importBatch(batch: readonly PlannedRow[], isSecondTry: boolean): Promise<void> {
    const { done, kept, refused, ids } = progress;
    const results = new Map((await api.importLinks(batch.map(linkOf))).map((result) => [result.id, result]));
    const outcomes = batch.map((row) => ({ ...row, result: results.get(linkOf(row).id) }));
    const idsOf = (status: string) =>
      outcomes.flatMap(({ result }) => (result?.status === status ? result.id : []));
    const there = idsOf('kept');
    // In a second try, a link that already exists was saved by the first try.
    const savedNow = isSecondTry ? [...idsOf('created'), ...there] : idsOf('created');
    const refusedNow = outcomes.flatMap(({ result, ...found }) =>
      result?.status === 'refused' ? { row: found.row, ...fieldsOf(found), reason: result.detail } : [],
    );
    advance({
      done: done + batch.length,
      kept: isSecondTry ? kept : kept + there.length,
      refused: [...refused, ...refusedNow],
      ids: [...ids, ...savedNow],
    });
  }

  function end(phase: ImportProgress['phase'], failure: string | null = null): void {
    advance({ phase, failure, ticked: onSaved(progress.ids) });
  }

  return async (signal: AbortSignal): Promise<void> => {
    let isSecondTry = progress.phase === 'failed';
    advance({ phase: 'running', failure: null });
    try {
      for (const batch of batchesOf(rows.slice(progress.done), lengthOfFields)) {
        if (signal.aborted) break;
        await importBatch(batch, isSecondTry);
        isSecondTry = false;
      }
    } catch (failure) {
      return end('failed', messageOf(failure));
    }
    end(progress.done < rows.length ? 'stopped' : 'finished');
  };
}
