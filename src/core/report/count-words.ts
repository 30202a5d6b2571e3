import { hasUnspaced, wordsIn } from '#core/document/words.ts';
import type { Edit } from '#core/edits/edit.ts';

export type WordCount = {
  readonly wordsChanged: number;
  readonly wordsTotal: number;
  readonly words: number;
};

/**
 * Counts the words of a version, and the words of the content that are missing or changed: the replaced words that
 * the new text does not contain. Reads only the edits and the words next to them.
 *
 * @param wordsTotal how many words the content has
 * @param textOf returns the visible text of an edit
 */
export function countWordChanges(
  content: string,
  wordsTotal: number,
  edits: readonly Pick<Edit, 'start' | 'end' | 'text'>[],
  textOf: (text: string) => string,
): WordCount {
  let wordsChanged = 0;
  let words = wordsTotal;
  for (const { start, end, text } of edits) {
    const before = /[\p{L}\p{N}\p{M}'’-]*$/u.exec(content.slice(Math.max(0, start - 60), start))?.[0] ?? '';
    const behind = /^[\p{L}\p{N}\p{M}'’-]*/u.exec(content.slice(end, end + 60))?.[0] ?? '';
    const cutsWord = before !== '' && behind !== '' && !hasUnspaced(before + behind);
    const replaced = wordsIn(before + content.slice(start, end) + behind);
    const written = wordsIn(before + textOf(text) + behind);
    words += written.length - replaced.length;
    if (start < end || cutsWord) wordsChanged += missingFrom(replaced, written);
  }
  return { wordsChanged, wordsTotal, words };
}

function missingFrom(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const each of others) left.set(each, (left.get(each) ?? 0) + 1);
  let missing = 0;
  for (const each of words) {
    const here = left.get(each) ?? 0;
    if (here === 0) missing += 1;
    else left.set(each, here - 1);
  }
  return missing;
}
