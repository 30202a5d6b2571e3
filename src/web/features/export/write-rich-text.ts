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

import { checkDestinations } from './check-destinations.ts';
import type { RichText } from './copy-rich-text.ts';

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
