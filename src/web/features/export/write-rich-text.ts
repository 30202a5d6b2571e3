import { toParagraphs } from '#core/export/paragraphs.ts';
import { toSafeHtml } from '#core/export/safe-html.ts';
import { prepareText, writeHtmlLinks, writeSource } from '#core/export/write-source.ts';
import type { ExportOptions, PreparedText } from '#core/export/write-source.ts';
import { markdownToHtml } from '#web/markup/markdown-to-html.ts';
import type { ShownVersion } from '#web/woven/shown-version.ts';

import type { RichText } from './copy-rich-text.ts';

/** What one click copies: HTML for editors, and the text as its content is written for all others. */
export function writeRichText(shown: ShownVersion, options: ExportOptions): RichText {
  const prepared = prepare(shown, options);
  const safe = toSafeHtml(signedHtml(prepared));
  const html = writeHtmlLinks({ text: safe, links: prepared.links }, options.relation);
  return { html, plain: writeSource(prepared, options.relation) };
}

export function prepare({ generation, edits }: ShownVersion, options: ExportOptions): PreparedText {
  const urls = generation.links.map(({ url }) => url);
  return prepareText({ content: generation.text, edits, urls }, options);
}

/** As HTML in which the links are still signs. */
export function signedHtml({ text, format }: PreparedText): string {
  if (format === 'html') return text;
  return format === 'markdown' ? markdownToHtml(text) : toParagraphs(text);
}
