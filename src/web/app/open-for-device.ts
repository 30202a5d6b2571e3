import { devicePageName, type Settings } from '#contract/settings.ts';

import type { SafeStorage } from '#web/lib/storage.ts';

/** Matches a remembered provider (`own-key-store.ts`) with plain http, which is always on this device. */
const rememberedDevice = /"baseUrl":"http:/u;

/** Opens the page that can call this device if the visitor has a model on it remembered. */
export function openForDevice(
  { reachesDevice }: Pick<Settings, 'reachesDevice'>,
  storage: SafeStorage,
  location: Pick<Location, 'search' | 'replace'>,
): void {
  // Offline, the cached page may be the one without access, and it would open itself for ever.
  if (reachesDevice || location.search.includes(devicePageName)) return;
  if (rememberedDevice.test(storage.read('ownKey') ?? '')) location.replace(`/?${devicePageName}`);
}
