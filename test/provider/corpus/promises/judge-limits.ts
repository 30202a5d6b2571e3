import type { Edit } from '#core/edits/edit.ts';
import { mostReplaced } from '#core/edits/version-rules.ts';

import { additionsOf } from './judge-places.ts';
import {
  partLinks,
  plainWordsOf,
  shortened,
  type BrokenPromise,
  type JudgedVersion,
} from './judged-version.ts';

/** The most words of one addition. All additions together may have this number for each link, and once more. */
const mostWords = 120;
/** Texts with fewer words may be repeated. */
const leastAlike = 4;

export function brokenLimits(version: JudgedVersion): BrokenPromise[] {
  const { name, content, urls, edits } = version;
  const wordsOf = (edit: Edit) => plainWordsOf(partLinks(edit.text, urls).plain).length;
  const ownWords = ({ start, end }: Edit) => plainWordsOf(content.slice(start, end)).length;
  const added = edits.reduce((sum, edit) => sum + Math.max(0, wordsOf(edit) - ownWords(edit)), 0);
  const insertions = additionsOf(version);
  const bare = insertions.filter(({ text }) => partLinks(text, urls).links.length === 0);
  const claims: readonly [BrokenPromise['row'], boolean, string][] = [
    ['H', added <= mostWords * (urls.length + 1), `${added} words are added`],
    ['H', bare.length <= urls.length + 1, `${bare.length} additions have no link`],
    ...insertions.map(
      (edit) =>
        ['H', wordsOf(edit) <= mostWords, `an addition has ${wordsOf(edit)} words`] satisfies [
          BrokenPromise['row'],
          boolean,
          string,
        ],
    ),
  ];
  return [
    ...claims.flatMap(([row, holds, text]) => (holds ? [] : [{ row, text: `${name}: ${text}` }])),
    ...saidTwice(version, insertions),
    ...lostSentences(version),
  ];
}

/** Finds additions with the same words, and sentences that an addition contains twice. */
function saidTwice({ name, urls }: JudgedVersion, insertions: readonly Edit[]): BrokenPromise[] {
  const texts = insertions.map(({ text }) => partLinks(text, urls).plain);
  const sentences = texts.map((text) => text.split(/(?<=[.!?…])\s+/u));
  const twice = [texts, ...sentences].flatMap(repeated);
  return [...new Set(twice)].map((words) => ({
    row: 'H',
    text: `${name}: added twice, "${shortened(words)}"`,
  }));
}

function repeated(texts: readonly string[]): string[] {
  const wordLists = texts.map(plainWordsOf).filter((words) => words.length >= leastAlike);
  const joined = wordLists.map((words) => words.join(' '));
  return joined.filter((words, index) => joined.indexOf(words) !== index);
}

function lostSentences(version: JudgedVersion): BrokenPromise[] {
  const { name, content, sentences, urls, edits } = version;
  const hasWords = (start: number, end: number) => /[\p{L}\p{N}]/u.test(content.slice(start, end));
  // A link around the author's own words changes none of them.
  const isWrapped = ({ start, end, text }: Edit) =>
    start < end && partLinks(text, urls).plain === content.slice(start, end);
  // Neither does a clause between two of them.
  const changes = edits.filter((edit) => !isWrapped(edit) && hasWords(edit.start, edit.end));
  const touched = sentences.filter(({ start, end }) =>
    changes.some((edit) =>
      edit.start === edit.end
        ? edit.start > start && edit.start < end
        : edit.start < end &&
          edit.end > start &&
          hasWords(Math.max(edit.start, start), Math.min(edit.end, end)),
    ),
  );
  const most = mostReplaced(sentences.length, name, urls.length);
  const gone = sentences.filter(
    ({ start, end }) =>
      hasWords(start, end) &&
      changes.some((edit) => edit.start <= start && edit.end >= end && plainWordsOf(edit.text).length === 0),
  );
  return [
    ...(touched.length <= most
      ? []
      : [
          {
            row: 'G' as const,
            text: `${name}: ${touched.length} sentences are changed, at most ${most} may be`,
          },
        ]),
    ...gone.map(({ start, end }) => ({
      row: 'G' as const,
      text: `${name}: "${shortened(content.slice(start, end))}" is gone`,
    })),
  ];
}
