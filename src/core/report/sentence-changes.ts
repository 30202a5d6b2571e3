import { parseDocument } from '#core/document/document.ts';
import { plainSentences } from '#core/document/words-and-sentences.ts';
import { applyEdits, type Change } from '#core/edits/edit.ts';
import { isClause } from '#core/edits/own-places.ts';
import { countsOf, onOneLine, overlapping, type Span } from '#core/lib/helpers.ts';

/** A stretch of whole sentences that a version changes. Each sentence is on one line. */
type SentenceChange = {
  /** The sentences of the content that the version has no more. */
  readonly lost: readonly string[];
  /** The sentences that only the version has. */
  readonly added: readonly string[];
};

export type SentenceChanges = {
  readonly sentences: readonly SentenceChange[];
  /** Additions inside a sentence that keeps all of its words. Their text is visible text. */
  readonly clauses: readonly Change[];
};

/**
 * Returns what edits change in the sentences of a content. Reads only the edits and the sentences that they touch.
 *
 * @param edits in the order of the content
 * @param textOf returns the visible text of a text with link markup
 */
export function sentenceChangesOf(
  content: string,
  sentences: readonly Span[],
  edits: readonly Change[],
  textOf: (text: string) => string,
): SentenceChanges {
  const clauses: Change[] = [];
  const whole: Change[] = [];
  for (const edit of edits) {
    const visible = { start: edit.start, end: edit.end, text: textOf(edit.text) };
    if (isClause(content, sentences, visible)) clauses.push(visible);
    else whole.push(edit);
  }
  const changed = touchedBy(sentences, whole).map(({ changes, start: from, end: to }) => {
    const shifted = changes.map(({ start, end, text }) => ({ start: start - from, end: end - from, text }));
    const now = sentencesOf(textOf(applyEdits(content.slice(from, to), shifted)));
    const own = overlapping(sentences, { start: from, end: to });
    const before = own.map(({ start, end }) => onOneLine(content.slice(start, end)));
    return { lost: without(before, now), added: without(now, before) };
  });
  return { sentences: changed, clauses };
}

/** Returns the items that another list has not, or has less often. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = new Map(countsOf(others));
  return items.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

/**
 * Returns the stretches of whole sentences that edits change. Edits that meet are one change: a sentence that is taken
 * out where another one is put in is rewritten.
 */
function touchedBy(sentences: readonly Span[], edits: readonly Change[]) {
  const touched: { start: number; end: number; changes: Change[] }[] = [];
  for (const edit of edits) {
    const last = touched.at(-1);
    const own = overlapping(sentences, edit);
    const start = Math.min(edit.start, own[0]?.start ?? edit.start);
    const end = Math.max(edit.end, own.at(-1)?.end ?? edit.end);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.changes.push(edit);
    } else touched.push({ start, end, changes: [edit] });
  }
  return touched;
}

/** Returns the sentences of a text. Stretches without a letter or a digit are left out. */
function sentencesOf(text: string): string[] {
  const sentences =
    isProse.test(text) && !/www\./iu.test(text)
      ? plainSentences(text).map((sentence) => sentence.text)
      : parseDocument(text).blocks.flatMap((block) =>
          block.sentences.map(({ start, end }) => text.slice(start, end)),
        );
  return sentences.map(onOneLine).filter((each) => /[\p{L}\p{N}]/u.test(each));
}

/** Matches plain words without signs of markup. They are read faster. */
const isProse = /^[ \r\n]{0,3}[\p{L}\p{M}][\p{L}\p{M}\p{N} .,:;!?'’%€£–—-]*$/u;
