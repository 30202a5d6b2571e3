import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './app/page.css';
// The first view shows the list of links, which is a lazy part.
import './features/links/links.css';
import { callableHosts } from '#contract/device-page.ts';
import { createLinksApi } from './api/links-api.ts';
import { App } from './app/app.tsx';
import { createPageGenerations } from './features/generation/generation-controller.ts';
import { createOwnKeyStore } from './features/own-key/own-key-store.ts';
import { createLinksController } from './links-client/list/links-controller.ts';
import { loadStorageMessage, loadWorkspaceKeeping, loadWriterChoice } from './app/lazy-parts.tsx';
import { createLinkStorage } from './links-client/cache/link-storage.ts';
import { enableOfflinePage } from './app/offline-page.ts';
import { openForDevice } from './app/open-for-device.ts';
import { loadOnce } from './lib/load-once.ts';
import { readSettings } from './lib/settings.ts';
import { createSafeStorage } from './lib/storage.ts';
import { logFailure, warn } from './lib/log.ts';
import { createTabChannel } from './lib/tab-channel.ts';
import { connectLinksController, connectOwnKey, linksChanged } from './app/connect-window.ts';
import { createStore } from './lib/store.ts';

const settings = readSettings(document);
const storageNotice = createStore<string | null>(null);
const storage = createSafeStorage(
  () => window.localStorage,
  (failure) => {
    logFailure('This browser keeps nothing for the next visit or for offline use.', failure);
    loadStorageMessage().then(storageNotice.set, () => {});
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
  (failure) => logFailure('This browser does not remember a key for the next visit.', failure),
);
const ownKey = createOwnKeyStore(keyStorage, settings.ownKeyHosts, callableHosts(settings));
const stores = { settings, linksController, ownKey };
const loadChoice = loadOnce(() => loadWriterChoice(stores));
const generations = createPageGenerations(settings.proofOfWork);

connectLinksController(linksController, channel);
connectOwnKey(ownKey);
enableOfflinePage(document);
openForDevice(settings, storage, window.location);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <App stores={{ ...stores, loadWriterChoice: loadChoice }} generations={generations} />
  </StrictMode>,
);
