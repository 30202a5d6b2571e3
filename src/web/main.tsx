import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './page.css';
// The first look shows the list of links, which comes as a part of its own.
import './features/links/links.css';
import './features/links/unsaved.css';
import { createLinksApi } from './api/links-api.ts';
import { App } from './app.tsx';
import { createEnhancedDesk } from './features/enhanced/enhanced-desk.ts';
import { createLinkDesk } from './features/links/link-desk.ts';
import { loadStorageWords, loadWorkspaceKeeping } from './lazy-parts.tsx';
import { createNotice } from './features/links/notice.ts';
import { createKeeping } from './keeping.ts';
import { enableOfflinePage } from './offline-page.ts';
import { openForDevice } from './open-for-device.ts';
import { readSettings } from './settings.ts';
import { createSafeStorage } from './storage.ts';
import { logFailure, warn } from './ui/log.ts';
import { createTabChannel } from './tab-channel.ts';
import { connectLinkDesk, linksChanged } from './window-wiring.ts';

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
const enhancedDesk = createEnhancedDesk(settings.proofOfWork);

connectLinkDesk(linkDesk, channel);
enableOfflinePage(document);
openForDevice(settings, storage, window.location);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <App settings={settings} linkDesk={linkDesk} enhancedDesk={enhancedDesk} />
  </StrictMode>,
);
