import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { settingsSchema } from '#contract/settings.ts';
import { createTabChannel } from '#web/lib/events.ts';
import { loadOnce } from '#web/lib/tasks.ts';

import { createApp } from './app.tsx';
import {
  connectLinksController,
  connectOwnKey,
  enableOfflinePage,
  openForDevice,
  takeBroughtLink,
} from './connect-window.ts';
import { showFirstLanguage } from './language-choice.tsx';
import { createPageStores } from './page-stores.ts';

function start(): void {
  // The server has written the settings into the page.
  const settings = settingsSchema.parse(JSON.parse(document.getElementById('settings')?.textContent ?? ''));
  const channel = createTabChannel('linkweft-tabs');
  const loadWriting = loadOnce(async () => (await import('./writing.tsx')).createWriting(stores));
  const stores = createPageStores(settings, channel, loadWriting);

  connectLinksController(stores.linksController, channel);
  connectOwnKey(stores.ownKey);
  enableOfflinePage(document);
  openForDevice(settings, stores.storage, window.location);

  const App = createApp(stores, loadWriting, takeBroughtLink(window.location, window.history));
  const root = document.getElementById('root');
  if (root === null) throw new Error('No root element.');
  // React draws in short steps, and the browser reacts to the visitor between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

// The texts are set before anything can show a text.
void showFirstLanguage().then(start);
