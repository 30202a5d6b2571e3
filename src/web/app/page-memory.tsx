import { useEffect, type ComponentProps } from 'react';

import type { Settings } from '#contract/settings.ts';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import type { LocalModelsStore } from '#web/features/own-key/local-models-store.ts';
import type { OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { endEarlier, findEarlier } from '#web/api/idempotency-key.ts';
import { InstructionsField } from '#web/features/content/instructions-field.tsx';
import { PasteNotice } from '#web/features/content/paste-notice.tsx';
import { RestoreNotice } from '#web/features/works/restore-notice.tsx';
import { YourResults } from '#web/features/works/your-results.tsx';
import { createTabChannel } from '#web/lib/events.ts';
import { hasOwnDisclosure, isKeepingResults } from '#web/lib/kept-work.ts';
import type { Store } from '#web/lib/store.ts';
import { schedule } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { KeptChanges } from '#web/version-view/shown-version.ts';
import { createKeptResults, type KeptResults } from '#web/works/kept-results.ts';
import { createLocalCopies } from '#web/works/local-copies.ts';
import { createPageWork, type ClearedPage, type PageWork } from '#web/works/page-work.ts';
import { createResultRecords, type KeptWork } from '#web/works/work.ts';
import { createWorkStore } from '#web/works/work-store.ts';

import type { createWriterChoice } from './writer-choice.tsx';
import { useBuiltInWriter } from './writer-in-use.ts';

/** The stores that live as long as the page. `start.tsx` makes each of them once. */
export type PageStores = {
  readonly settings: Settings;
  readonly linksController: LinksController;
  readonly ownKey: OwnKeyStore;
  /** Whether the model of this browser writes. `createBrowserModelStore` sets it. */
  readonly usesBrowserModel: Store<boolean>;
  readonly generations: PageGenerations;
  readonly instructions: Store<string>;
  /** Whether the visitor has chosen the built-in writer while the model of the site is closed. */
  readonly isBuiltInChosen: Store<boolean>;
  /** Pages that Reset has cleared, the latest one last. The page memory takes them from here once it is loaded. */
  readonly cleared: Store<readonly ClearedPage[]>;
  /** Tells the visitor that the browser does not store the text. */
  readonly onStorageBlocked: (failure: unknown) => void;
  readonly loadWriterChoice: () => Promise<ReturnType<typeof createWriterChoice>>;
  readonly loadMemory: () => Promise<PageMemory>;
  readonly loadLocalModels: () => Promise<LocalModelsStore>;
};

export type PageMemory = {
  readonly pageWork: PageWork;
  readonly kept: KeptResults;
  readonly changes: KeptChanges;
  readKept(): Promise<readonly KeptWork[]>;
  /** Returns whether this browser keeps a work of the user, results, or a disclosure that the user wrote. */
  hasWork(): Promise<boolean>;
};

/** Begins to keep in this browser what the visitor works on, and the results if the visitor wants it. */
export function createPageMemory({
  generations,
  instructions,
  cleared,
  linksController: links,
  onStorageBlocked,
}: Omit<PageStores, 'loadWriterChoice' | 'loadMemory' | 'loadLocalModels'>): PageMemory {
  const { state, reset, start } = generations;
  const settings = links.storage;
  const results = createResultRecords();
  const store = createWorkStore(
    createLocalCopies(() => localStorage, onStorageBlocked),
    createTabChannel('linkweft-works'),
  );
  const pageWork = createPageWork({
    store,
    results,
    state,
    instructions,
    cleared,
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
    state,
    results,
    settings,
    store,
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
    hasWork: async () => isKeepingResults(settings) || hasOwnDisclosure(settings) || (await store.hasAny()),
  };
}

/** Moves the focus to the result. On a small screen, Undo stands above it. */
function showResult(): void {
  document.querySelector<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
  const undo = document.querySelector('.restore-notice');
  const box = undo?.getBoundingClientRect();
  if (box !== undefined && (box.top < 0 || box.bottom > window.innerHeight)) undo?.scrollIntoView();
}

type BelowContentProps = Pick<ComponentProps<typeof RestoreNotice>, 'content' | 'onRestore' | 'field'> &
  Pick<ComponentProps<typeof PasteNotice>, 'floodLimit'>;

/**
 * Returns the component between the content and its buttons: notices about the content, and the field for instructions.
 */
export async function createBelowContent(stores: PageStores) {
  const [{ pageWork }, { browserModel }] = await Promise.all([
    stores.loadMemory(),
    stores.loadWriterChoice(),
  ]);

  return function BelowContent({ floodLimit, ...props }: BelowContentProps) {
    const isBuiltIn = useBuiltInWriter(stores);
    const { content } = props;
    useEffect(() => browserModel.follow(content), [content]);
    return (
      <>
        <PasteNotice content={content} field={props.field} floodLimit={floodLimit} />
        <RestoreNotice
          {...props}
          pageWork={pageWork}
          state={stores.generations.state}
          instructions={stores.instructions}
        />
        <InstructionsField instructions={stores.instructions} isBuiltIn={isBuiltIn} />
      </>
    );
  };
}

/** Returns the button for the kept results. */
export async function createYourResults({ loadMemory }: PageStores) {
  const { kept } = await loadMemory();
  return () => <YourResults kept={kept} />;
}
