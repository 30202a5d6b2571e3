import { toParagraphs } from '#core/export/escape.ts';
import { markDirections, toSafeHtml } from '#core/export/safe-html.ts';
import { putDisclosure } from '#core/export/write-disclosure.ts';
import {
  prepareText,
  writeHtmlLinks,
  writeSource,
  type ExportOptions,
  type PreparedText,
} from '#core/export/write-source.ts';
import { parseWhole, showHidden } from '#web/markup/quiet-html.ts';
import { markdownToHtml } from '#web/markup/markdown-to-html.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import type { RichText } from './copy-button.tsx';

/**
 * Returns what one click copies: HTML for editors, and the text in the format of its content. Throws if the HTML has a
 * destination that is neither selected nor the author's own.
 */
export function writeRichText(shown: ShownVersion, options: ExportOptions): RichText {
  const prepared = prepare(shown, options);
  const toHtml = (text: PreparedText) => {
    const safe = toSafeHtml(htmlWithPlaceholders(text));
    const html = writeHtmlLinks({ ...text, text: safe }, options.relation);
    return markDirections(putDisclosure(html, text.disclosure, 'html'));
  };
  const html = toHtml(prepared);
  checkDestinations(html, toHtml(prepare(ownOf(shown), options)), shown);
  return { html, plain: writeSource(prepared, options.relation) };
}

export function prepare({ generation, edits }: ShownVersion, options: ExportOptions): PreparedText {
  const urls = generation.links.map(({ url }) => url);
  return prepareText({ content: generation.text, edits, urls }, options);
}

/** Returns the version without edits: the author's text alone. */
export function ownOf(shown: ShownVersion): ShownVersion {
  return { ...shown, edits: [] };
}

export function htmlWithPlaceholders({ text, format }: PreparedText): string {
  if (format === 'html') return text;
  return format === 'markdown' ? markdownToHtml(text) : toParagraphs(text);
}

/**
 * Throws if the HTML has a destination that is neither a selected link nor the author's own at the same place. `own` is
 * the HTML of the author's text alone.
 */
export function checkDestinations(html: string, own: string, { generation }: ShownVersion): void {
  const left = destinationsOf(own);
  const chosen = new Set(generation.links.map(({ url }) => `A href ${resolved(url)}`));
  const passed = new Set<string>();
  let next = 0;
  for (const found of destinationsOf(html)) {
    if (found === left[next]) {
      passed.add(found);
      next += 1;
      // A browser opens a link without an end again in each paragraph behind it, also in an added one.
    } else if (!chosen.has(found) && !(found.startsWith('A ') && passed.has(found)))
      throw new Error('A destination is neither chosen nor of the text itself.');
  }
}

/** Attributes by which a browser opens, loads or runs something. */
const destinations =
  /^(?:href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping|content|style|on.*)$/iu;

function destinationsOf(html: string): string[] {
  return [...parseWhole(html).querySelectorAll('*')].flatMap((element) => {
    const { tagName, attributes } = element;
    const found = [...attributes]
      .filter(({ name }) => destinations.test(showHidden(name)))
      .map(({ name, value }) => `${tagName} ${showHidden(name)} ${resolved(showHidden(value))}`);
    const holdsScript = tagName === 'SCRIPT' || tagName === 'STYLE';
    return holdsScript ? [...found, `${tagName} ${element.textContent}`] : found;
  });
}

function resolved(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}
