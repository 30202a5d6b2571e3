import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './app/page.css';
// Styles of a lazy part that the first view shows.
import './features/links/links.css';
import { callableHosts, settingsSchema } from '#contract/settings.ts';
import { createLinksApi } from './api/links-api.ts';
import { App } from './app/app.tsx';
import { createPageGenerations } from './features/generation/generation-controller.ts';
import { createOwnKeyStore } from './features/own-key/own-key-store.ts';
import { createLinksController } from './links-client/list/links-controller.ts';
import type { ClearedPage } from './features/restore/last-work.ts';
import { lazyPageMemory, lazyWriterChoice, loadWorkspaceKeeping } from './app/lazy-parts.tsx';
import { createLinkStorage } from './links-client/cache/link-storage.ts';
import { createSafeStorage, storageMessage } from './lib/storage.ts';
import { logFailure, warn } from './lib/log.ts';
import { createTabChannel } from '#web/lib/events.ts';
import { createStore } from './lib/store.ts';
import { setCatalogue, t } from './lib/language.ts';
import {
  connectLinksController,
  connectOwnKey,
  enableOfflinePage,
  linksChanged,
  openForDevice,
  takeBroughtLink,
} from './app/connect-window.ts';

function start(): void {
  // The server has written the settings into the page.
  const settings = settingsSchema.parse(JSON.parse(document.getElementById('settings')?.textContent ?? ''));
  const storageNotice = createStore<string | null>(null);
  const storage = createSafeStorage(
    () => window.localStorage,
    (failure) => {
      logFailure('Nothing is stored.', failure);
      // A component may be drawing now.
      queueMicrotask(() => storageNotice.set(t(storageMessage)));
    },
  );
  const channel = createTabChannel();
  const linksController = createLinksController({
    ...createLinkStorage({ locks: navigator.locks, warn, onFail: logFailure }),
    api: createLinksApi(),
    loadRecovery: settings.workspace === 'own' ? loadWorkspaceKeeping : null,
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
  const writerStores = { settings, linksController, ownKey };
  const loadWriterChoice = lazyWriterChoice(writerStores);
  const generations = createPageGenerations(settings.proofOfWork, loadWriterChoice);
  const workStores = {
    linksController,
    generations,
    instructions: createStore(''),
    cleared: createStore<readonly ClearedPage[]>([]),
    onStorageBlocked: storage.report,
  };
  const loadMemory = lazyPageMemory(workStores);
  const stores = { ...writerStores, ...workStores, loadWriterChoice, loadMemory };

  connectLinksController(linksController, channel);
  connectOwnKey(ownKey);
  enableOfflinePage(document);
  openForDevice(settings, storage, window.location);

  const root = document.getElementById('root');
  if (root === null) throw new Error('No root element.');
  createRoot(root).render(
    <StrictMode>
      <App stores={stores} broughtLink={takeBroughtLink(window.location, window.history)} />
    </StrictMode>,
  );
}

/** Loads the German texts. Without them the page is English. */
async function setGerman(): Promise<void> {
  try {
    const { german } = await import('./german/german.ts');
    setCatalogue(german);
  } catch (failure) {
    document.documentElement.lang = 'en';
    logFailure('The German texts could not be loaded.', failure);
  }
}

// The server chose the language. The texts are set before anything can show one.
if (document.documentElement.lang === 'de') void setGerman().then(start);
else start();
