import type { ExportFormat } from '#core/export/export-format.ts';
import {
  writeHtmlLinks,
  writeSource,
  type ExportOptions,
  type PreparedText,
} from '#core/export/write-source.ts';
import { escapeMarkdown } from '#core/export/escape.ts';
import { formatOf } from '#core/document/text-format.ts';
import { markdownToHtml } from '#web/markup/markdown-to-html.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { checkDestinations, ownOf, prepare, htmlWithPlaceholders, urlsOf } from './write-rich-text.ts';
import { toPlainWords } from './plain-words.ts';
import { toWordPressBlocks } from './wordpress-blocks.ts';

/** Returns the version in this form. Throws if it has a destination that is neither chosen nor the author's own. */
export async function writeForm(
  form: ExportFormat,
  shown: ShownVersion,
  options: ExportOptions,
): Promise<string> {
  const written = await write(form, shown, options);
  const format = formatOf(shown.generation.text);
  if (form === 'json') {
    if (format !== 'plain') await writeForm(format, shown, options);
  } else if (form !== 'plain') {
    const own = await write(form, ownOf(shown), options);
    const read = form === 'markdown' ? markdownToHtml : (html: string) => html;
    checkDestinations(read(written), read(own), urlsOf(shown));
  }
  return written;
}

async function write(form: ExportFormat, shown: ShownVersion, options: ExportOptions): Promise<string> {
  const prepared = prepare(shown, options);
  switch (form) {
    case 'markdown':
      return toMarkdown(prepared, options);
    case 'html':
      return toHtml(prepared, options);
    case 'wordpress':
      return toWordPressBlocks(toHtml(prepared, options));
    case 'plain':
      return prepared.format === 'plain'
        ? writeSource(prepared, options.relation)
        : toPlainWords(toHtml(prepared, options));
    case 'json':
      return toJson(shown, prepared, options);
  }
}

function toHtml(prepared: PreparedText, { relation }: ExportOptions): string {
  if (prepared.format === 'html') return writeSource(prepared, relation);
  return writeHtmlLinks({ text: htmlWithPlaceholders(prepared), links: prepared.links }, relation);
}

async function toMarkdown(prepared: PreparedText, options: ExportOptions): Promise<string> {
  if (prepared.format === 'markdown') return writeSource(prepared, options.relation);
  if (prepared.format === 'plain') {
    const text = escapeMarkdown(prepared.text);
    return writeSource({ ...prepared, text, format: 'markdown' }, options.relation);
  }
  const { htmlTextToMarkdown } = await import('#web/markup/html-to-markdown.ts');
  return htmlTextToMarkdown(toHtml(prepared, { ...options, relation: 'none' }));
}

function toJson(shown: ShownVersion, prepared: PreparedText, options: ExportOptions): string {
  const { generation, version, report } = shown;
  const { format, disclosure } = prepared;
  // The report is about the text without the disclosure, which has its own field.
  const text = writeSource(prepare(shown, { ...options, disclosure: false }), options.relation);
  const links = generation.links.map(({ id, url, description }) => ({ id, url, description }));
  return `${JSON.stringify({ version, format, text, disclosure, rel: options.relation, links, report }, null, 2)}\n`;
}
