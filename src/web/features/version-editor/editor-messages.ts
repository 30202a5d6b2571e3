import type { VersionReport } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { Edit } from '#core/edits/edit.ts';
import { versionLabels } from '#web/version-view/shown-version.ts';

import { bareText } from './passages.ts';
import { linksIn } from './wordings.ts';

type GenerationLinks = Pick<FinishedGeneration, 'links'>;

const longest = 60;

export const wordingNames = { ...versionLabels, again: 'Woven again' } as const;

/** Returns how many of the chosen links are in the version. */
export function messageOfWovenLinks({ links }: VersionReport): string {
  const woven = links.filter(({ status }) => status === 'woven').length;
  return `${woven} of ${links.length} links woven`;
}

/** Returns the text of an edit as a reader sees it. */
export function readableText(edit: Edit, generation: GenerationLinks): string {
  return withoutMarkup(bareText(edit.text), generation);
}

export function withoutMarkup(text: string, { links }: GenerationLinks): string {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls)
    .map((segment) => (segment.type === 'text' ? segment.text : segment.anchor))
    .join('')
    .trim();
}

/** Returns the name of an edit: its first link, or its first words. */
export function editName(edit: Edit, generation: GenerationLinks): string {
  const [id] = linksIn(edit, generation);
  return id === undefined ? shortened(readableText(edit, generation)) : linkName(id, generation);
}

export function linkName(id: string, { links }: GenerationLinks): string {
  const link = links.find((one) => one.id === id);
  const description = link?.description.trim() ?? '';
  return shortened(description === '' ? (link?.url ?? '') : description);
}

/** Describes the position of a passage by the words before it. */
export function messageOfPosition(content: string, offset: number): string {
  const before = content.slice(0, offset).trimEnd();
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1).trim();
  if (line === '') return 'at the beginning';
  const words = line.length <= longest ? line : `…${line.slice(-longest).replace(/^\S*\s/, '')}`;
  return `after “${words}”`;
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/\s\S*$/, '')}…`;
}
