import type { VersionReport } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

import { linksIn } from './edit-links.ts';
import { wordsOf } from './passages.ts';

const longest = 60;

export const wordingNames = {
  safe: 'Safe',
  exploratory: 'Exploratory',
  experimental: 'Experimental',
  again: 'Woven again',
} as const satisfies Record<VersionName | 'again', string>;

/** How many of the chosen links are there, for who cannot see it. */
export function wovenWords({ links }: VersionReport): string {
  const woven = links.filter(({ status }) => status === 'woven').length;
  return `${woven} of ${links.length} links woven`;
}

/** The words of an edit as a reader has them. */
export function readingOf(edit: Edit, generation: FinishedGeneration): string {
  return plainWords(wordsOf(edit.text), generation);
}

export function plainWords(text: string, { links }: Pick<FinishedGeneration, 'links'>): string {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls)
    .map((segment) => (segment.type === 'text' ? segment.text : segment.anchor))
    .join('')
    .trim();
}

/** What an edit is called: its first link, or its first words. */
export function editName(edit: Edit, generation: FinishedGeneration): string {
  const [id] = linksIn(edit, generation);
  return id === undefined ? shortened(readingOf(edit, generation)) : linkName(id, generation);
}

export function linkName(id: string, { links }: Pick<FinishedGeneration, 'links'>): string {
  const link = links.find((one) => one.id === id);
  const description = link?.description.trim() ?? '';
  return shortened(description === '' ? (link?.url ?? '') : description);
}

/** Where a passage is: the words before it. */
export function passageWords(content: string, offset: number): string {
  const before = content.slice(0, offset).trimEnd();
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1).trim();
  if (line === '') return 'at the beginning';
  const words = line.length <= longest ? line : `…${line.slice(-longest).replace(/^\S*\s/, '')}`;
  return `after “${words}”`;
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/\s\S*$/, '')}…`;
}
