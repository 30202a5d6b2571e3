import { useEffect, type ComponentProps } from 'react';

import type { Settings } from '#contract/settings.ts';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import type { LocalModelsStore } from '#web/features/own-key/local-models-store.ts';
import type { OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { endEarlier, findEarlier } from '#web/api/idempotency-key.ts';
import { InstructionsField } from '#web/features/content/instructions-field.tsx';
import { PasteNotice } from '#web/features/content/paste-notice.tsx';
import { createHistory, createYourResults } from '#web/features/history/history.tsx';
import { createLastWork } from '#web/features/restore/last-work.ts';
import { createRestoreNotice } from '#web/features/restore/restore-notice.tsx';
import { createWorkStorage, type ClearedPage } from '#web/features/restore/stored-work.ts';
import type { Store } from '#web/lib/store.ts';
import { schedule } from '#web/lib/tasks.ts';
import type { KeptChanges } from '#web/version-view/shown-version.ts';

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
  readonly loadMemory: () => Promise<ReturnType<typeof createPageMemory>>;
  readonly loadLocalModels: () => Promise<LocalModelsStore>;
};

/** Begins to keep in this browser what the visitor works on, and the results if the visitor wants it. */
export function createPageMemory({
  generations,
  instructions,
  cleared,
  linksController: links,
  onStorageBlocked,
}: Omit<PageStores, 'loadWriterChoice' | 'loadMemory' | 'loadLocalModels'>) {
  const { state, reset, start } = generations;
  const lastWork = createLastWork({
    state,
    instructions,
    cleared,
    links,
    stored: createWorkStorage(() => localStorage, onStorageBlocked),
    show(shown) {
      reset();
      if (shown !== null) state.set(shown);
    },
    earlier: {
      find: findEarlier,
      resume: ({ content, linkIds, instructions: wishes }) =>
        void start({ content, linkIds, instructions: wishes, knownLinks: links.seen(linkIds) }, 'earlier'),
      end: (ordered) => void endEarlier(ordered),
    },
  });
  const history = createHistory({
    state,
    settings: links.storage,
    changesOf: lastWork.changes.of,
    bringBack({ shown, changes }) {
      const { text: content, links: used, instructions: wishes = '' } = shown.generation;
      const linkIds = used.map(({ id }) => id);
      lastWork.bringKept({ content, linkIds, instructions: wishes, shown, changes });
      // The dialog gives the focus back to its button first.
      schedule(showResult, 0);
    },
  });
  const changes: KeptChanges = {
    read: lastWork.changes.read,
    write(generation, version, now) {
      lastWork.changes.write(generation, version, now);
      history.noteChange(generation);
    },
  };
  history.connect();
  return {
    history,
    changes,
    RestoreNotice: createRestoreNotice(lastWork, { state, instructions }),
    YourResults: createYourResults(history),
  };
}

/** Moves the focus to the result. On a small screen, Undo stands above it. */
function showResult(): void {
  document.querySelector<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
  const undo = document.querySelector('.restore-notice');
  const box = undo?.getBoundingClientRect();
  if (box !== undefined && (box.top < 0 || box.bottom > window.innerHeight)) undo?.scrollIntoView();
}

type BelowContentProps = ComponentProps<ReturnType<typeof createRestoreNotice>> &
  Pick<ComponentProps<typeof PasteNotice>, 'floodLimit'>;

/**
 * Returns the component between the content and its buttons: notices about the content, and the field for instructions.
 */
export async function createBelowContent(stores: PageStores) {
  const [{ RestoreNotice }, { browserModel }] = await Promise.all([
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
        <RestoreNotice {...props} />
        <InstructionsField instructions={stores.instructions} isBuiltIn={isBuiltIn} />
      </>
    );
  };
}
