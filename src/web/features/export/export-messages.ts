import type { ExportFormat } from '#core/export/export-format.ts';
import type { LinkRelation } from '#core/export/link-relation.ts';
import type { TextFormat } from '#core/document/text-format.ts';

export const formLabels: Readonly<Record<ExportFormat, string>> = {
  markdown: 'Markdown',
  html: 'HTML',
  wordpress: 'WordPress blocks',
  plain: 'Plain text with URLs',
  json: 'JSON',
};

export const relationLabels: Readonly<Record<LinkRelation, string>> = {
  'sponsored nofollow': 'sponsored nofollow',
  sponsored: 'sponsored',
  nofollow: 'nofollow',
  none: 'nothing',
};

const notes: Readonly<Record<ExportFormat, string>> = {
  markdown: 'For Markdown editors and site generators.',
  html: 'The source, for a web page or an HTML view.',
  wordpress: 'For the code editor of WordPress.',
  plain: 'Each address stands behind its words.',
  json: 'The text, the links and the link check, for programs.',
};

const kept: Readonly<Record<TextFormat, string>> = {
  markdown: 'As you wrote it, with the links in it.',
  html: 'As you wrote it, tag by tag, with the links in it.',
  plain: 'As you wrote it, each address behind its words.',
};

export function messageOfForm(form: ExportFormat, format: TextFormat): string {
  return form === format ? kept[format] : notes[form];
}
