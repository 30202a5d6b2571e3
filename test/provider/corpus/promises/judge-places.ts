import type { Edit } from '#core/edits/edit.ts';

import {
  partLinks,
  plainWordsOf,
  shortened,
  type BrokenPromise,
  type JudgedVersion,
} from './judged-version.ts';

const closers = String.raw`(?:["'”’“»)\]*_]|\[\^[\w-]+\]|[¹²³]|</\w+>)*`;
const sentenceEnd = new RegExp(String.raw`[.!?…。！？]${closers}$`, 'u');
const leadIn = new RegExp(String.raw`:${closers}$`, 'u');
/** Abbreviations whose full stop ends no sentence if text follows on the line. */
const abbreviated =
  /(?:^|[\s(„“])(?:approx|ca|Dr|Mr|St|Sra?|kr|e\.g|i\.e|z\. ?B|u\. ?a|p\. ?ej|G\.P|Mo|Fr)\.$/u;
/** Text behind which the author's block has ended. */
const blockEnd =
  /^[ \t]*(?:$|(?:\r?\n[ \t]*)(?:$|\r?\n|[-*+•][ \t]|\d+[.)][ \t]|[#>|]|<)|<\/(?:p|li|td|th|h\d|div|blockquote|figcaption)\b|<(?:ul|ol|p|h\d)\b)/u;

const insideSentence = 'inside a sentence';

/** Finds additions in the middle of the author's words, and additions that repeat the author's words. */
export function brokenPlaces(version: JudgedVersion): BrokenPromise[] {
  return additionsOf(version).flatMap((edit) => {
    const addition = (row: BrokenPromise['row'], what: string): BrokenPromise[] => [
      { row, text: `${version.name}: ${what}, "${shortened(edit.text)}"` },
    ];
    const wrong = wrongPlace(edit, version.content);
    const echo = echoIn(edit, version);
    return [
      ...(wrong === null ? [] : addition('M', wrong)),
      ...(echo === null ? [] : addition('F', `the author’s words "${echo}" are said again`)),
    ];
  });
}

/** Returns the insertions that are sentences of their own. Others are clauses inside a sentence of the author. */
export function additionsOf(version: JudgedVersion): Edit[] {
  return version.edits.filter(
    (edit) => edit.start === edit.end && /[\p{L}\p{N}]/u.test(edit.text) && !isClause(edit, version),
  );
}

function isClause(edit: Edit, { content, urls }: JudgedVersion): boolean {
  if (edit.start !== edit.end) return false;
  const addition = partLinks(edit.text, urls).plain.trim();
  const isSentence = /^["„“«¿¡]*[\p{Lu}\p{N}][^]*[.!?…]["”’»)]*$/u.test(addition);
  return !isSentence && wrongPlace(edit, content) === insideSentence;
}

function wrongPlace({ start }: Edit, content: string): string | null {
  const before = content.slice(0, start).trimEnd();
  const behind = content.slice(start);
  if (before === '') return null;
  // A closing tag or a blank line may stand behind the lead-in.
  if (leadIn.test(before.slice(-60)) && behind.trim() !== '') return 'behind a lead-in';
  const gap = content.slice(before.length, start).replaceAll('\r', '');
  if (blockEnd.test(behind) || /\n[ \t]*\n/u.test(gap)) return null;
  const lastWords = before.slice(-60);
  if (!sentenceEnd.test(lastWords) || abbreviated.test(lastWords)) return insideSentence;
  return /^\s*["„“«¿¡(]*\p{Ll}/u.test(behind) ? 'between a sentence and its continuation' : null;
}

/** This many of the author's words in a row are an echo. Fewer words are an echo if they are a whole sentence. */
const echoLength = 8;
const shortSentence = 3;

function echoIn(edit: Edit, { content, sentences, urls }: JudgedVersion): string | null {
  const added = ` ${plainWordsOf(partLinks(edit.text, urls).plain).join(' ')} `;
  const before = sentences.filter(({ end }) => end <= edit.start).slice(-2);
  const after = sentences.filter(({ start }) => start >= edit.start).slice(0, 1);
  for (const { start, end } of [...before, ...after]) {
    const own = plainWordsOf(content.slice(start, end));
    const length = Math.min(echoLength, own.length);
    if (length < shortSentence) continue;
    for (let at = 0; at + length <= own.length; at += 1) {
      const run = own.slice(at, at + length).join(' ');
      if (added.includes(` ${run} `)) return run;
    }
  }
  return null;
}
