import type { AcceptedRelink } from '#core/edits/edit.ts';
import { callableHosts, type Settings } from '#contract/settings.ts';
import { createLinksApi } from '#web/api/links-api.ts';
import {
  createGenerationController,
  type GenerationCode,
  type GenerationController,
} from '#web/features/generation/generation-controller.ts';
import { createOwnKeyStore, type OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import type { TabChannel } from '#web/lib/events.ts';
import { t } from '#web/lib/language.ts';
import { logFailure, warn } from '#web/lib/log.ts';
import { createSafeStorage, storageMessage, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, useStore, type Store } from '#web/lib/store.ts';
import { createLinksController, type LinksController } from '#web/links-client/list/links-controller.ts';
import { createLinkStorage } from '#web/links-client/storage/link-storage.ts';

import { linksChanged } from './connect-window.ts';
import { createPageMemory, type PageMemory } from './page-memory.ts';
import { createWriterChoice, type WriterChoice } from './writer-choice.ts';

/** The stores that live as long as the page. */
export type PageStores = {
  readonly settings: Settings;
  readonly storage: SafeStorage;
  readonly linksController: LinksController;
  readonly ownKey: OwnKeyStore;
  readonly writerChoice: WriterChoice;
  readonly generations: GenerationController;
  readonly instructions: Store<string>;
  /** The relinks that the user accepted. Every generation has them. */
  readonly relinks: Store<readonly AcceptedRelink[]>;
  readonly memory: PageMemory;
};

/** Gives the page time to show that it is ready again before an alert blocks it, in milliseconds. */
const alertDelay = 30;

/** Loads the code that stores the recovery code in the browser, in addition to the cookie. */
const loadRecovery = async () =>
  (await import('#web/links-client/workspace/workspace-recovery.ts')).openWorkspaceRecovery();

/** @param loadCode Loads the code of a generation. */
export function createPageStores(
  settings: Settings,
  channel: TabChannel,
  loadCode: () => Promise<GenerationCode>,
): PageStores {
  const storageNotice = createStore<string | null>(null);
  const storage = createSafeStorage(
    () => window.localStorage,
    (failure) => {
      logFailure('Nothing is stored.', failure);
      // The change waits, because a component may be drawing now.
      queueMicrotask(() => storageNotice.set(t(storageMessage)));
    },
  );
  const linksController = createLinksController({
    ...createLinkStorage({ locks: navigator.locks, warn, onFail: logFailure }),
    api: createLinksApi(),
    loadRecovery: settings.workspace === 'own' ? loadRecovery : null,
    storage,
    storageNotice,
    cacheBytes: settings.cacheBytes,
    onChange: () => channel.tell(linksChanged),
    onLinkChange: channel.tell,
  });
  const keyStorage = createSafeStorage(
    () => window.localStorage,
    (failure) => logFailure('No key is stored.', failure),
  );
  const ownKey = createOwnKeyStore(keyStorage, settings.ownKeyHosts, callableHosts(settings));
  const writerChoice = createWriterChoice({ settings, linksController, ownKey });
  const generations = createGenerationController({
    chooseWriter: writerChoice.saveAndChoose,
    loadCode,
    alert: (message) => void setTimeout(() => window.alert(message), alertDelay),
  });
  const instructions = createStore('');
  const relinks = createStore<readonly AcceptedRelink[]>([]);
  return {
    settings,
    storage,
    linksController,
    ownKey,
    writerChoice,
    generations,
    instructions,
    relinks,
    memory: createPageMemory({
      generations,
      instructions,
      relinks,
      linksController,
      onStorageBlocked: storage.report,
    }),
  };
}

/** Returns whether the built-in writer would write now. */
export function useBuiltInWriter({ settings, ownKey, writerChoice }: PageStores): boolean {
  const hasOwnKey = useStore(ownKey.provider) !== null;
  const isOnDevice = useStore(writerChoice.browserModel.isUsed);
  const { writer } = useStore(writerChoice.allowance);
  return !hasOwnKey && !isOnDevice && (settings.writer === 'built-in' || writer === 'built-in');
}
