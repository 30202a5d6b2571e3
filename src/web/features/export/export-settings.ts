import { createSafeStorage } from '#web/lib/storage.ts';
import { logFailure } from '#web/lib/log.ts';

import { createExportSettings } from './export-settings-store.ts';

const storage = createSafeStorage(
  () => window.localStorage,
  (failure) => logFailure('This browser does not remember how versions are exported.', failure),
);

/** The ones of this page. */
export const exportSettings = createExportSettings(storage);
