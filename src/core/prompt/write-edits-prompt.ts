import { markerLinesFor } from '#core/reply/marker-line.ts';
import { mostReplaced } from '#core/edits/edit.ts';
import { versionMarkers, versionNames, type VersionName } from '#core/edits/version.ts';

import { contentLines, linkLines, system, type LabelledLink } from './prompt-parts.ts';
import type { Prompt } from './write-prompt.ts';

export type EditsTask = {
  /** The user's whole content. */
  readonly content: string;
  /** The part of it that is to be edited, with numbered sentences. */
  readonly shown: string;
  /** How many sentences `shown` has. */
  readonly sentenceCount: number;
  readonly links: readonly LabelledLink[];
};

/** Writes the request to add links to a content by edits of its numbered sentences. */
export function writeEditsPrompt({ content, shown, sentenceCount, links }: EditsTask): Prompt {
  const markers = markerLinesFor(content);
  const most = (version: VersionName) => {
    const number = mostReplaced(sentenceCount, version, links.length);
    if (number >= sentenceCount) return 'any sentence';
    return `at most ${number} sentence${number === 1 ? '' : 's'}`;
  };
  const user = [
    ...contentLines(content, shown),
    '',
    'LINKS:',
    ...linkLines(links),
    '',
    'Plan three versions of the content, each with every link worked in exactly "count" times. Write only the edits, never the content again.',
    `- ${versionMarkers.safe}: only INSERT. What you add reads as if it had always stood there: the author's voice, person and tense.`,
    `- ${versionMarkers.exploratory}: INSERT, and REPLACE ${most('exploratory')}, for colour and flow around the links.`,
    `- ${versionMarkers.experimental}: bold and playful. INSERT freely, and REPLACE ${most('experimental')}, those around the links first.`,
    '',
    ...rulesFor(links),
    '',
    'Output only this, with nothing before or after:',
    ...versionNames.flatMap((name) => [markers[name], '<edits>']),
  ].join('\n');
  return { system, user };
}

function rulesFor(links: readonly LabelledLink[]): string[] {
  const label = links[0]?.label ?? 'L1';
  return [
    'Edits, one per line, of sentences that have a number:',
    'INSERT n: text (goes right behind sentence n, in its paragraph)',
    'REPLACE n: text (stands in place of sentence n; never of one with a +)',
    '',
    'Rules:',
    `- Write a link as [[anchor text]]((${label})), with its label, never a url. Each label stands exactly "count" times in each version.`,
    '- The anchor text is 2-4 words of a sentence that reads well without the link.',
    '- Add 1-2 new sentences per link, where the text speaks of something that the link fits. If it nowhere does, take the most neutral place, never a quotation.',
    "- Write in the content's language.",
  ];
}
