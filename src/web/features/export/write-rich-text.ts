import { toParagraphs } from '#core/export/escape.ts';
import { toSafeHtml } from '#core/export/safe-html.ts';
import {
  prepareText,
  writeHtmlLinks,
  writeSource,
  type ExportOptions,
  type PreparedText,
} from '#core/export/write-source.ts';
import { markdownToHtml } from '#web/markup/markdown-to-html.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';
import type { RichText } from './copy-button.tsx';
import { parseWhole } from '#web/markup/inert-document.ts';
import { showHidden } from '#web/markup/quiet-html.ts';

/**
 * Returns what one click copies: HTML for editors, and the text in the format of its content. Throws if the HTML has a
 * destination that is neither chosen nor the author's own.
 */
export function writeRichText(shown: ShownVersion, options: ExportOptions): RichText {
  const prepared = prepare(shown, options);
  const html = copiedHtml(prepared, options);
  checkDestinations(html, copiedHtml(prepare(ownOf(shown), options), options), urlsOf(shown));
  return { html, plain: writeSource(prepared, options.relation) };
}

function copiedHtml(prepared: PreparedText, { relation }: ExportOptions): string {
  return writeHtmlLinks(
    { text: toSafeHtml(htmlWithPlaceholders(prepared)), links: prepared.links },
    relation,
  );
}

export function prepare(shown: ShownVersion, options: ExportOptions): PreparedText {
  const { generation, edits } = shown;
  return prepareText({ content: generation.text, edits, urls: urlsOf(shown) }, options);
}

export function urlsOf({ generation }: ShownVersion): string[] {
  return generation.links.map(({ url }) => url);
}

/** Returns the version without edits: the author's text alone. */
export function ownOf(shown: ShownVersion): ShownVersion {
  return { ...shown, edits: [] };
}

/** Returns HTML with placeholders for the links. */
export function htmlWithPlaceholders({ text, format }: PreparedText): string {
  if (format === 'html') return text;
  return format === 'markdown' ? markdownToHtml(text) : toParagraphs(text);
}

/** Attributes by which a browser opens, loads or runs something. */
const destinations =
  /^(?:href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping|content|style|on.*)$/iu;
const holdsScript = new Set(['SCRIPT', 'STYLE']);

/**
 * Throws if the HTML has a destination that is neither a chosen link nor the author's own at the same place. `own` is the
 * HTML of the author's text alone.
 */
export function checkDestinations(html: string, own: string, urls: readonly string[]): void {
  const left = destinationsOf(own);
  const chosen = new Set(urls.map((url) => `A href ${resolved(url)}`));
  let next = 0;
  for (const found of destinationsOf(html)) {
    if (found === left[next]) next += 1;
    else if (!chosen.has(found)) throw new Error('A destination is neither chosen nor of the text itself.');
  }
}

/** Returns the destinations in their order, as a browser resolves them. */
function destinationsOf(html: string): string[] {
  return [...parseWhole(html).querySelectorAll('*')].flatMap((element) => {
    const found = [...element.attributes]
      .map(({ name, value }) => ({ name: showHidden(name), value: showHidden(value) }))
      .filter(({ name }) => destinations.test(name))
      .map(({ name, value }) => `${element.tagName} ${name} ${resolved(value)}`);
    return holdsScript.has(element.tagName) ? [...found, `${element.tagName} ${element.textContent}`] : found;
  });
}

function resolved(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}
