import { startTransition, StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { callableHosts, settingsSchema } from '#contract/settings.ts';
import { createLinksApi } from '#web/api/links-api.ts';
import { createApp } from './app.tsx';
import { createPageGenerations } from '#web/features/generation/generation-controller.ts';
import { createOwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import { createLinksController } from '#web/links-client/list/links-controller.ts';
import type { ClearedPage } from '#web/works/page-work.ts';
import { createLinkStorage } from '#web/links-client/storage/link-storage.ts';
import { createSafeStorage, storageMessage } from '#web/lib/storage.ts';
import { logFailure, warn } from '#web/lib/log.ts';
import { createTabChannel } from '#web/lib/events.ts';
import { createStore } from '#web/lib/store.ts';
import { loadOnce } from '#web/lib/tasks.ts';
import { setCatalogue, t } from '#web/lib/language.ts';
import {
  connectLinksController,
  connectOwnKey,
  enableOfflinePage,
  linksChanged,
  openForDevice,
  takeBroughtLink,
} from './connect-window.ts';

/** Loads the code that stores the recovery code in the browser, in addition to the cookie. */
const loadRecovery = async () =>
  (await import('#web/links-client/workspace/workspace-recovery.ts')).openWorkspaceRecovery();

/** Loads all code for a generation, so that the page can show everything that is paid. */
async function loadGenerationCode() {
  const [{ createGenerate }, { runGeneration }] = await Promise.all([
    import('#web/api/generations-api.ts'),
    import('#web/features/generation/run-generation.ts'),
    import('#web/features/generation/generation-view.tsx'),
  ]);
  return { runGeneration, generate: createGenerate() };
}

function start(): void {
  // The server has written the settings into the page.
  const settings = settingsSchema.parse(JSON.parse(document.getElementById('settings')?.textContent ?? ''));
  const storageNotice = createStore<string | null>(null);
  const storage = createSafeStorage(
    () => window.localStorage,
    (failure) => {
      logFailure('Nothing is stored.', failure);
      // The change waits, because a component may be drawing now.
      queueMicrotask(() => storageNotice.set(t(storageMessage)));
    },
  );
  const channel = createTabChannel('linkweft-tabs');
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
  const chosen = { usesBrowserModel: createStore(false), isBuiltInChosen: createStore(false) };
  const writerStores = { settings, linksController, ownKey, ...chosen };
  const loadWriterChoice = loadOnce(async () =>
    (await import('./writer-choice.tsx')).createWriterChoice(writerStores),
  );
  const generations = createPageGenerations(loadWriterChoice, loadGenerationCode);
  const workStores = {
    ...writerStores,
    generations,
    instructions: createStore(''),
    cleared: createStore<readonly ClearedPage[]>([]),
    onStorageBlocked: storage.report,
  };
  const loadMemory = loadOnce(async () => (await import('./page-memory.tsx')).createPageMemory(workStores));
  const loadLocalModels = loadOnce(async () =>
    (await import('#web/features/own-key/local-models-store.ts')).createLocalModelsStore(settings, ownKey),
  );
  const stores = { ...workStores, loadWriterChoice, loadMemory, loadLocalModels };

  connectLinksController(linksController, channel);
  connectOwnKey(ownKey);
  enableOfflinePage(document);
  openForDevice(settings, storage, window.location);

  draw(createApp(stores, takeBroughtLink(window.location, window.history)));
}

/** Draws the page. React draws in short steps, and the browser reacts to the visitor between them. */
function draw(App: ComponentType): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('No root element.');
  const page = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  startTransition(() => createRoot(root).render(page));
}

/** Loads the German texts. Without them the page is English. */
async function setGerman(): Promise<void> {
  try {
    const { german } = await import('#web/german/german.ts');
    setCatalogue(german);
  } catch (failure) {
    document.documentElement.lang = 'en';
    logFailure('The German texts could not be loaded.', failure);
  }
}

// The server chose the language. The texts are set before anything can show a text.
if (document.documentElement.lang === 'de') void setGerman().then(start);
else start();
