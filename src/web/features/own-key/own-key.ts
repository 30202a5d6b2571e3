import { callableHosts } from '#contract/device-page.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { readSettings } from '#web/lib/settings.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { logFailure } from '#web/lib/log.ts';

import { createOwnKey, ownKeyName } from './own-key-store.ts';

const storage = createSafeStorage(
  () => window.localStorage,
  (failure) => logFailure('This browser does not remember a key for the next visit.', failure),
);

const settings = readSettings(document);

/** The one of this page. */
export const ownKey = createOwnKey(storage, settings.ownKeyHosts, callableHosts(settings));

window.addEventListener('storage', ({ key }) => {
  if (key === ownKeyName || key === null) ownKey.reread();
});
window.addEventListener('pageshow', ({ persisted }) => {
  // A page that was put aside whole has heard nothing of other tabs meanwhile.
  if (persisted) ownKey.reread();
});
onWorkspaceChange((change) => {
  if (change === 'deleted') ownKey.forget();
});
