import { settingsSchema } from '#contract/settings.ts';
import type { Settings } from '#contract/settings.ts';

/** Reads what the server wrote into the page about itself. */
export function readSettings(page: Document): Settings {
  return settingsSchema.parse(JSON.parse(page.getElementById('settings')?.textContent ?? ''));
}
