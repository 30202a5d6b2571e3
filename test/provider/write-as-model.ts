import { parseDocument } from '#core/document/document.ts';
import { applyEdits, type EditRequest } from '#core/edits/edit.ts';
import { createVersionBuilder } from '#core/edits/version-builder.ts';
import { perVersion, versionNames, type VersionName } from '#core/edits/version-names.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { numberSentences, sentenceAt } from '#core/document/numbered-sentences.ts';
import { weighLinks } from '#core/ranking/weigh-links.ts';
import { markerLinesFor } from '#core/reply/lines.ts';

/** An edit for one link. */
export type ModelEdit = Pick<EditRequest, 'action' | 'sentence' | 'text'> & { readonly link: ChosenLink };

const openings: Readonly<Record<VersionName, readonly string[]>> = {
  safe: ['What helps here is', 'A good match for this is', 'Worth a look is'],
  exploratory: ['Something to explore from here is', 'A good next step is', 'An idea worth following up is'],
  experimental: ['By the way, there is', 'For the curious there is', 'One more thought goes to'],
};

/** Writes the edits of all versions as a model might: one sentence for each link, where the link fits best. */
export function writeModelEdits(content: string, links: readonly ChosenLink[]) {
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const fits = weighLinks(document, links);
  const open = numbered.filter(({ insertable }) => insertable);
  const middle = open[Math.floor(open.length / 2)] ?? numbered[0];
  return perVersion((name) =>
    links.map((link, index): ModelEdit => {
      const [best] = (fits.get(link) ?? []).toSorted((a, b) => b.place - a.place);
      const sentence = (best && sentenceAt(numbered, best.sentence.end)) ?? middle;
      const opening = openings[name][index % openings[name].length] ?? '';
      const words = link.description.split(/[,.;:\n]/u, 1)[0]?.trim() ?? '';
      const anchor = link.anchor ?? (words === '' ? 'this page' : words.split(/\s+/u).slice(0, 4).join(' '));
      return {
        action: 'insert',
        sentence: sentence?.number ?? 1,
        text: `${opening} ${writeMarkup(anchor, link.url)}.`,
        link,
      };
    }),
  );
}

/** Returns the same as three whole texts. */
export function writeModelTexts(content: string, links: readonly ChosenLink[]): string {
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const edits = writeModelEdits(content, links);
  const markers = markerLinesFor(content);
  return versionNames
    .map((name) => {
      const builder = createVersionBuilder({ document, numbered, version: name, links });
      for (const edit of edits[name]) builder.place(edit, 'model');
      return `${markers[name]}\n${applyEdits(content, builder.edits())}\n\n`;
    })
    .join('');
}
