import type { AcceptedRelink } from '#core/edits/edit.ts';
import { endEarlier, findEarlier } from '#web/api/idempotency-key.ts';
import type { GenerationController } from '#web/features/generation/generation-controller.ts';
import { createTabChannel } from '#web/lib/events.ts';
import { hasOwnDisclosure, isKeepingResults, shopTemplatesKey } from '#web/lib/kept-work.ts';
import type { Store } from '#web/lib/store.ts';
import { schedule } from '#web/lib/tasks.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { KeptChanges } from '#web/version-view/shown-version.ts';
import { createKeptResults, type KeptResults } from '#web/works/kept-results.ts';
import { createLocalCopies } from '#web/works/local-copies.ts';
import { createPageWork, type PageWork } from '#web/works/page-work.ts';
import { createResultRecords, type KeptWork } from '#web/works/work.ts';
import { createWorkStore } from '#web/works/work-store.ts';

export type PageMemory = {
  readonly pageWork: PageWork;
  readonly kept: KeptResults;
  readonly changes: KeptChanges;
  readKept(): Promise<readonly KeptWork[]>;
  /** Returns whether this browser keeps a work of the user, results, or a disclosure that the user wrote. */
  hasWork(): Promise<boolean>;
};

type MemoryOptions = {
  readonly generations: GenerationController;
  readonly instructions: Store<string>;
  readonly relinks: Store<readonly AcceptedRelink[]>;
  readonly linksController: LinksController;
  /** Tells the visitor that the browser does not store the text. */
  readonly onStorageBlocked: (failure: unknown) => void;
};

/** Begins to keep in this browser what the visitor works on, and the results if the visitor wants it. */
export function createPageMemory({
  generations,
  instructions,
  relinks,
  linksController: links,
  onStorageBlocked,
}: MemoryOptions): PageMemory {
  const { state, reset, start } = generations;
  const settings = links.storage;
  const results = createResultRecords();
  const store = createWorkStore(
    createLocalCopies(() => localStorage, onStorageBlocked),
    createTabChannel('linkweft-works'),
  );
  const shared = { store, results, state, relinks };
  const pageWork = createPageWork({
    ...shared,
    instructions,
    links,
    announce,
    show(shown) {
      reset();
      if (shown !== null) state.set(shown);
    },
    find: findEarlier,
    resume: (ordered) => void start({ ...ordered, knownLinks: links.seen(ordered.linkIds) }, 'earlier'),
    end: (ordered) => void endEarlier(ordered),
  });
  const kept = createKeptResults({
    ...shared,
    settings,
    onKept: pageWork.recordChange,
    bringBack(work) {
      pageWork.bringBack(work);
      // The dialog gives the focus back to its button first.
      schedule(showResult, 0);
    },
  });
  pageWork.connect();
  kept.connect();
  return {
    pageWork,
    kept,
    changes: {
      read: (generation, version) => results.of(generation).changes[version] ?? null,
      write(generation, version, now) {
        results.set(generation, { changes: { ...results.of(generation).changes, [version]: now } });
        pageWork.recordChange();
      },
    },
    readKept: async () => (await store.readKept()).results,
    hasWork: async () =>
      isKeepingResults(settings) ||
      hasOwnDisclosure(settings) ||
      settings.read(shopTemplatesKey) !== null ||
      (await store.hasAny()),
  };
}

/** Moves the focus to the result. On a small screen, Undo stands above it. */
function showResult(): void {
  document.querySelector<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
  const undo = document.querySelector('.restore-notice');
  const box = undo?.getBoundingClientRect();
  if (box !== undefined && (box.top < 0 || box.bottom > window.innerHeight)) undo?.scrollIntoView();
}
