import type { RowKind } from '#core/link-files/import-plan.ts';
import type { TableChoices } from '#core/link-files/link-table.ts';
import type { TransferApi } from '#web/api/transfer-api.ts';
import { newId } from '#web/lib/new-id.ts';

import { createImportRun } from './import-run.ts';
import type { ImportView } from './import-view.ts';
import { createLinkMaker, rowsToImport } from './plan-import.ts';
import { previewSource } from './preview-source.ts';
import { readFile, readText } from './read-source.ts';
import type { LinkSource } from './read-source.ts';
import { createSavedLookup } from './saved-links.ts';

/** The way of links from a file into the list: choose, look, import. Nothing is sent before `begin`. */
export type ImportDesk = {
  view(): ImportView;
  subscribe(listener: () => void): () => void;
  open(source: File | string): Promise<void>;
  /** Looks at the same source with other columns, or once more. */
  preview(choices: TableChoices | null): Promise<void>;
  begin(kinds: readonly RowKind[]): void;
  goOn(): Promise<void>;
  stop(): void;
  back(): void;
  /** Ends what is under way. */
  close(): void;
};

/** `onSaved` hears when links may have been saved. */
export function createImportDesk(api: TransferApi, onSaved: () => void): ImportDesk {
  const stage = createStage();
  const { show } = stage;
  let lookup = createSavedLookup(api);
  let work = new AbortController();

  /** What is under way gives way to it. */
  async function begin(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    try {
      await run(signal);
    } catch (failure) {
      if (!signal.aborted) show({ step: 'source', failure: wordsOf(failure) });
    }
  }

  async function goOn(): Promise<void> {
    const view = stage.view();
    if (view.step === 'import') await view.run.goOn();
    onSaved();
  }

  return {
    ...stage,
    goOn,
    open: (source) =>
      begin(async (signal) => {
        lookup = createSavedLookup(api);
        show({ step: 'reading', name: typeof source === 'string' ? 'the pasted text' : source.name });
        const read = await (typeof source === 'string' ? readText(source) : readFile(source));
        signal.throwIfAborted();
        await previewSource(read, proposedChoices(read), lookup, show, signal);
      }),
    async preview(choices) {
      const view = stage.view();
      if (view.step !== 'preview') return;
      await begin((signal) => previewSource(view.source, choices, lookup, show, signal));
    },
    begin(kinds) {
      const view = stage.view();
      if (view.step !== 'preview') return;
      const makeLink = createLinkMaker(lookup.saved, newId);
      const host = { api, makeLink, onChange: stage.showAgain };
      const run = createImportRun(rowsToImport(view.plan, kinds), host);
      show({ step: 'import', plan: view.plan, run });
      void goOn();
    },
    stop: () => stopRun(stage.view()),
    back() {
      work.abort();
      show({ step: 'source', failure: null });
    },
    close() {
      work.abort();
      stopRun(stage.view());
    },
  };
}

function createStage() {
  const listeners = new Set<() => void>();
  let view: ImportView = { step: 'source', failure: null };

  function show(next: ImportView): void {
    view = next;
    for (const listener of listeners) listener();
  }

  return {
    view: () => view,
    show,
    showAgain: () => show({ ...view }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function stopRun(view: ImportView): void {
  if (view.step === 'import') view.run.stop();
}

function proposedChoices(source: LinkSource): TableChoices | null {
  return source.kind === 'table' ? source.table.choices : null;
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : 'This could not be read. Please try another file.';
}
