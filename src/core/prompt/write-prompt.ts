import type { ChosenLink } from '#core/links/link.ts';
import { markerLinesFor } from '#core/reply/marker-line.ts';
import { versionMarkers } from '#core/edits/version.ts';

import { fenceFor, oneLine, system } from './prompt-parts.ts';

/** The two messages of a chat completion. */
export type Prompt = {
  readonly system: string;
  readonly user: string;
};

const instructions = [
  'Rewrite the content in three versions, each with every link worked in exactly "count" times.',
  `- ${versionMarkers.safe}: keep the author's text exactly as it is; add only what each link needs.`,
  `- ${versionMarkers.exploratory}: keep the author's points; you may rephrase around the links and add colour.`,
  `- ${versionMarkers.experimental}: a bold, playful retelling of the same content; the links are part of the fun.`,
  '',
  'Rules:',
  '- The anchor text is 2-4 words of a sentence that reads well without the link.',
  '- Add 1-2 new sentences per link, where the text speaks of something that the link fits.',
  '- Write each link as its anchor text in double square brackets, immediately followed by its url in double parentheses: [[anchor text]]((url)).',
  '- Copy each url character by character, and use no url that is not in the list.',
  '- Keep headings, lists, code and existing links as they are.',
  "- Write in the content's language.",
  '',
  'Output only this, with nothing before or after:',
].join('\n');

/**
 * Writes the request to add `links` to `content` in whole texts. The content stands between two fence lines that do
 * not occur in it, so that no line of it can end it early. Each description is one line.
 */
export function writePrompt(content: string, links: readonly ChosenLink[]): Prompt {
  const fence = fenceFor(content);
  const user = [
    `CONTENT (all that stands between the two lines "${fence}"):`,
    fence,
    content,
    fence,
    '',
    'LINKS:',
    ...links.flatMap(({ description, url, integrations }, index) => [
      `${index + 1}. description: ${oneLine(description)}`,
      `   url: ${url}`,
      `   count: ${integrations}`,
    ]),
    '',
    instructions,
    ...Object.values(markerLinesFor(content)).flatMap((line) => [line, '<text>']),
  ].join('\n');
  return { system, user };
}
