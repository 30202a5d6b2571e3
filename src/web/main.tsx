import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './page.css';
import { createLinksApi } from './api/links-api.ts';
import { App } from './app.tsx';
import { claimCache } from './cache-owner.ts';
import { createEnhancedDesk } from './features/enhanced/enhanced-desk.ts';
import { createLinkDesk } from './features/links/link-desk.ts';
import { enableOfflinePage } from './offline-page.ts';
import { readSettings } from './settings.ts';
import { createSafeStorage } from './storage.ts';
import { logFailure, warn } from './ui/log.ts';
import { connectLinkDesk } from './window-wiring.ts';

const settings = readSettings(document);
const storage = createSafeStorage(
  () => window.localStorage,
  (failure) => logFailure('This browser keeps nothing for the next visit or for offline use.', failure),
);
claimCache(navigator.locks, warn);
const linkDesk = createLinkDesk(createLinksApi(), storage);
const enhancedDesk = createEnhancedDesk();

connectLinkDesk(linkDesk);
enableOfflinePage(document);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <App settings={settings} linkDesk={linkDesk} enhancedDesk={enhancedDesk} />
  </StrictMode>,
);
