import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './app/page.css';
// The first look shows the list of links, which comes as a part of its own.
import './features/links/list/links.css';
import './features/links/unsaved/unsaved.css';
import { createLinksApi } from './api/links-api.ts';
import { App } from './app/app.tsx';
import { createEnhancedDesk } from './features/generation/enhanced-desk.ts';
import { createLinksController } from './links-client/list/links-controller.ts';
import { loadStorageWords, loadWorkspaceRecovery } from './app/lazy-parts.tsx';
import { createLinkStorage } from './links-client/cache/link-storage.ts';
import { enableOfflinePage } from './app/offline-page.ts';
import { openForDevice } from './app/open-for-device.ts';
import { readSettings } from './lib/settings.ts';
import { createSafeStorage } from './lib/storage.ts';
import { createStore } from './lib/store.ts';
import { logFailure, warn } from './lib/log.ts';
import { createTabChannel } from './lib/tab-channel.ts';
import { connectLinksController, linksChanged } from './app/window-wiring.ts';

const settings = readSettings(document);
const storageNotice = createStore<string | null>(null);
const storage = createSafeStorage(
  () => window.localStorage,
  (failure) => {
    logFailure('This browser keeps nothing for the next visit or for offline use.', failure);
    loadStorageWords().then(storageNotice.set, () => {});
  },
);
const channel = createTabChannel();
const linkDesk = createLinksController({
  ...createLinkStorage({ locks: navigator.locks, warn, onFail: logFailure }),
  api: createLinksApi(),
  loadRecovery: settings.workspace === 'own' ? loadWorkspaceRecovery : null,
  storage,
  storageNotice,
  cacheBytes: settings.cacheBytes,
  onChange: () => channel.tell(linksChanged),
  onLinkChange: channel.tell,
});
const enhancedDesk = createEnhancedDesk(settings.proofOfWork);

connectLinksController(linkDesk, channel);
enableOfflinePage(document);
openForDevice(settings, storage, window.location);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <App settings={settings} linkDesk={linkDesk} enhancedDesk={enhancedDesk} />
  </StrictMode>,
);
