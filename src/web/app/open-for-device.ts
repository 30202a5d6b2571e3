import { devicePageName } from '#contract/device-page.ts';
import type { Settings } from '#contract/settings.ts';

import type { SafeStorage } from '#web/lib/storage.ts';

/** A remembered provider (`own-key-store.ts`) by plain http, which leads to this device alone. */
const rememberedDevice = /"baseUrl":"http:/u;

/** Who has a model on this device remembered gets the page that may call it, before anything is typed. */
export function openForDevice(
  { reachesDevice }: Pick<Settings, 'reachesDevice'>,
  storage: SafeStorage,
  location: Pick<Location, 'search' | 'replace'>,
): void {
  // Without a network, the page that was kept may be the other one: it would be opened for ever.
  if (reachesDevice || location.search.includes(devicePageName)) return;
  if (rememberedDevice.test(storage.read('ownKey') ?? '')) location.replace(`/?${devicePageName}`);
}
