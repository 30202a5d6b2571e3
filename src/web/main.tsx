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
import { createPageGenerations } from './features/generation/generation-controller.ts';
import { createLinkDesk } from './links-client/list/link-desk.ts';
import { loadStorageWords, loadWorkspaceKeeping } from './app/lazy-parts.tsx';
import { createNotice } from './links-client/list/notice.ts';
import { createKeeping } from './links-client/cache/keeping.ts';
import { enableOfflinePage } from './app/offline-page.ts';
import { openForDevice } from './app/open-for-device.ts';
import { readSettings } from './lib/settings.ts';
import { createSafeStorage } from './lib/storage.ts';
import { logFailure, warn } from './lib/log.ts';
import { createTabChannel } from './lib/tab-channel.ts';
import { connectLinkDesk, linksChanged } from './app/window-wiring.ts';

const settings = readSettings(document);
const storageNotice = createNotice();
const storage = createSafeStorage(
  () => window.localStorage,
  (failure) => {
    logFailure('This browser keeps nothing for the next visit or for offline use.', failure);
    loadStorageWords().then(storageNotice.show, () => {});
  },
);
const channel = createTabChannel();
const linkDesk = createLinkDesk({
  ...createKeeping({ locks: navigator.locks, warn, onFail: logFailure }),
  api: createLinksApi(),
  loadKeeping: settings.workspace === 'own' ? loadWorkspaceKeeping : null,
  storage,
  storageNotice,
  cacheBytes: settings.cacheBytes,
  onChange: () => channel.tell(linksChanged),
  onNews: channel.tell,
});
const generations = createPageGenerations(settings.proofOfWork);

connectLinkDesk(linkDesk, channel);
enableOfflinePage(document);
openForDevice(settings, storage, window.location);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <App settings={settings} linkDesk={linkDesk} generations={generations} />
  </StrictMode>,
);
