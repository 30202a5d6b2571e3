import type { Settings } from '#contract/settings.ts';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import type { OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import type { ClearedPage } from '#web/features/restore/stored-work.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { Store } from '#web/lib/store.ts';

import type { createPageMemory } from './page-memory.tsx';
import type { createWriterChoice } from './writer-choice.tsx';

/** What the choice of a writer depends on. */
export type WriterStores = {
  readonly settings: Settings;
  readonly linksController: LinksController;
  readonly ownKey: OwnKeyStore;
};

/** What the visitor works on. */
export type WorkStores = Pick<WriterStores, 'linksController'> & {
  readonly generations: PageGenerations;
  /** What the visitor wishes of the style. */
  readonly instructions: Store<string>;
  /** What Reset has cleared, latest last. The page memory takes it from here, once it is loaded. */
  readonly cleared: Store<readonly ClearedPage[]>;
  /** Tells the visitor that the browser does not store the text. */
  readonly onStorageBlocked: (failure: unknown) => void;
};

/** The stores that live as long as the page. `start.tsx` makes each of them once. */
export type PageStores = WriterStores &
  WorkStores & {
    readonly loadWriterChoice: () => Promise<ReturnType<typeof createWriterChoice>>;
    readonly loadMemory: () => Promise<ReturnType<typeof createPageMemory>>;
  };
