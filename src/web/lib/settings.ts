import { settingsSchema, type Settings } from '#contract/settings.ts';

/** Reads the settings that the server wrote into the page. Throws if they are not valid. */
export function readSettings(page: Document): Settings {
  return settingsSchema.parse(JSON.parse(page.getElementById('settings')?.textContent ?? ''));
}
