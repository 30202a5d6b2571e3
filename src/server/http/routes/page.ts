import type { Settings } from '#contract/settings.ts';
import { escapeHtml } from '#core/export/escape.ts';

/** Fills the built page with what this server says of itself. */
export function fillPage(html: string, settings: Settings): string {
  return html
    .replaceAll('__BRAND__', () => escapeHtml(settings.brandName))
    .replaceAll('__SETTINGS__', () => JSON.stringify(settings).replaceAll('<', '\\u003c'));
}
