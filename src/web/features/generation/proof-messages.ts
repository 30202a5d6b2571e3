import type { VersionReport } from '#core/report/report.ts';
import type { DropReason, DroppedEdit, EditAuthor } from '#core/edits/edit.ts';

/** How much of the author's text is as it was: "0 of 812 words changed". */
export function changedWords({ wordsChanged, wordsTotal }: VersionReport): string {
  return `${number(wordsChanged)} of ${number(wordsTotal)} ${wordsTotal === 1 ? 'word' : 'words'} changed`;
}

/** How close the links stand, as publishers say it: "1 link per 118 words". */
export function densityWords({ links, words }: VersionReport): string {
  const times = links.reduce((sum, link) => sum + link.times, 0);
  if (times === 0) return 'no links';
  const each = Math.max(1, Math.round(words / times));
  return `1 link per ${each === 1 ? 'word' : `${number(each)} words`}`;
}

export function keptWords({ sentencesKept, sentencesTotal }: VersionReport): string {
  const sentences = sentencesTotal === 1 ? 'sentence' : 'sentences';
  return `${number(sentencesKept)} of ${number(sentencesTotal)} of your ${sentences} kept word for word`;
}

const authors: Readonly<Record<EditAuthor, string>> = {
  model: 'by the model',
  repair: 'by the model, asked again',
  'built-in': 'by the built-in writer',
  user: 'by you',
};

export function authorWords(by: EditAuthor): string {
  return authors[by];
}

const reasons: Readonly<Record<DropReason, readonly [one: string, several: string]>> = {
  'not-safe': ['it would have changed your words', 'they would have changed your words'],
  'too-many': ['this version had changed as much as it may', 'this version had changed as much as it may'],
  'too-long': ['it was longer than an addition may be', 'they were longer than an addition may be'],
  repeated: ['it says what stands there already', 'they say what stands there already'],
  'no-place': ['no place near its sentence may take one', 'no place near their sentences may take one'],
  foreign: [
    'it held an address, a number or an instruction that nobody chose',
    'they held an address, a number or an instruction that nobody chose',
  ],
  unreadable: ['it could not be read', 'they could not be read'],
};

export type LeftOut = { readonly words: string; readonly texts: readonly string[] };

/** What the answer held in vain, by reason: "One edit was left out: it would have changed your words". */
export function leftOut(dropped: readonly DroppedEdit[]): readonly LeftOut[] {
  const groups = new Map<DropReason, string[]>();
  for (const { reason, text } of dropped) groups.set(reason, [...(groups.get(reason) ?? []), plain(text)]);
  return [...groups].map(([reason, texts]) => {
    const [one, several] = reasons[reason];
    const words =
      texts.length === 1
        ? `One edit was left out: ${one}`
        : `${number(texts.length)} edits were left out: ${several}`;
    return { words, texts: texts.filter((text) => text !== '') };
  });
}

/** How many additions stand elsewhere than they were asked for; null where none does. */
export function movedWords({ moved }: VersionReport): string | null {
  const count = moved.length;
  if (count === 0) return null;
  const additions = count === 1 ? 'One addition stands' : `${number(count)} additions stand`;
  return `${additions} at another place than the model named`;
}

const longest = 200;

/** An edit as it was asked for, without its markup and not at any length. */
function plain(text: string): string {
  const words = text.replace(/\[\[([^\]]*)\]\]\s*\(\([^)]*\)\)?/gu, '$1').trim();
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
