import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './page.css';
import { LinksApiProvider } from './api/api-context.ts';
import { createLinksApi } from './api/links-api.ts';
import { App } from './app.tsx';
import { claimCache, writtenBy } from './cache-owner.ts';
import { createEnhancedDesk } from './features/enhanced/enhanced-desk.ts';
import { createLinkDesk } from './features/links/link-desk.ts';
import { readSettings } from './settings.ts';
import { createSafeStorage } from './storage.ts';
import { logFailure, warn } from './ui/log.ts';
import { connectLinkDesk } from './window-wiring.ts';

const settings = readSettings(document);
const linksApi = createLinksApi();
const queries = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always', retry: 1, staleTime: 5000 } },
});
const storage = createSafeStorage(
  () => window.localStorage,
  (failure) => logFailure('This browser keeps nothing for the next visit or for offline use.', failure),
);
const cacheOwner = claimCache(navigator.locks, warn);
const linkDesk = createLinkDesk(linksApi, { storage, cache: writtenBy(cacheOwner, storage) }, queries);
const enhancedDesk = createEnhancedDesk();

connectLinkDesk(linkDesk);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LinksApiProvider value={linksApi}>
        <App settings={settings} linkDesk={linkDesk} enhancedDesk={enhancedDesk} />
      </LinksApiProvider>
    </QueryClientProvider>
  </StrictMode>,
);
