import { documentOf } from '#core/document/document.ts';
import { hasUnspaced, plainSentences, wordsIn } from '#core/document/sentences.ts';
import { overlapping, type Span } from '#core/document/spans.ts';
import { applyEdits, type Change } from '#core/edits/edit.ts';
import { commonCount, countsOf } from '#core/lib/collections.ts';

/**
 * Counts the sentences of the content that a version keeps word for word, and its other sentences. Reads only the
 * edits and the sentences that they touch.
 *
 * @param sentences of the content, in its order
 * @param edits in the order of the content
 * @param textOf returns the visible text of a text with link markup
 */
export function countSentences(
  content: string,
  sentences: readonly Span[],
  edits: readonly Change[],
  textOf: (text: string) => string,
) {
  let sentencesAdded = 0;
  let lost = 0;
  for (const { span, own, changes } of touchedBy(sentences, edits)) {
    const shifted = changes.map(({ start, end, text }) => ({
      start: start - span.start,
      end: end - span.start,
      text,
    }));
    const there = sentencesOf(textOf(applyEdits(content.slice(span.start, span.end), shifted)));
    const before = own.map(({ start, end }) => folded(content.slice(start, end)));
    const kept = commonCount(countsOf(before), countsOf(there));
    lost += before.length - kept;
    sentencesAdded += there.length - kept;
  }
  const sentencesTotal = sentences.length;
  return { sentencesAdded, sentencesKept: sentencesTotal - lost, sentencesTotal };
}

type Touched = { span: Span; own: Span[]; changes: Change[] };

/** Returns the stretches of the content that edits change, each with all sentences in it. */
function touchedBy(sentences: readonly Span[], edits: readonly Change[]): Touched[] {
  const touched: Touched[] = [];
  for (const edit of edits) {
    const last = touched.at(-1);
    const own = overlapping(sentences, edit);
    const start = Math.min(edit.start, own[0]?.start ?? edit.start);
    const end = Math.max(edit.end, own.at(-1)?.end ?? edit.end);
    if (last !== undefined && start < last.span.end) {
      last.span = { start: last.span.start, end: Math.max(last.span.end, end) };
      last.own.push(...own.filter((sentence) => sentence.start >= (last.own.at(-1)?.end ?? 0)));
      last.changes.push(edit);
    } else touched.push({ span: { start, end }, own, changes: [edit] });
  }
  return touched;
}

/**
 * Returns the sentences of a text. Signs that only close the words before them, such as a full stop, are not a
 * sentence.
 */
function sentencesOf(text: string): string[] {
  const sentences =
    isProse.test(text) && !/www\./iu.test(text)
      ? plainSentences(text).map((sentence) => sentence.text)
      : documentOf(text).parts.flatMap((part) =>
          part.sentences.map(({ start, end }) => text.slice(start, end)),
        );
  return sentences.map(folded).filter((each) => said.test(each));
}

/** One line of plain words without signs that separate text in other ways. It is read as it is. */
const isProse = /^[ \r\n]{0,3}[\p{L}\p{M}][\p{L}\p{M}\p{N} .,:;!?'’%€£–—-]*$/u;

const said = /[\p{L}\p{N}]/u;

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

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
  edits: readonly Change[],
  textOf: (text: string) => string,
) {
  let wordsChanged = 0;
  let words = wordsTotal;
  for (const { start, end, text } of edits) {
    const before = /[\p{L}\p{N}\p{M}'’-]*$/u.exec(content.slice(Math.max(0, start - 60), start))?.[0] ?? '';
    const behind = /^[\p{L}\p{N}\p{M}'’-]*/u.exec(content.slice(end, end + 60))?.[0] ?? '';
    const cutsWord = before !== '' && behind !== '' && !hasUnspaced(before + behind);
    const replaced = wordsIn(before + content.slice(start, end) + behind);
    const written = wordsIn(before + textOf(text) + behind);
    words += written.length - replaced.length;
    if (start < end || cutsWord)
      wordsChanged += replaced.length - commonCount(countsOf(replaced), countsOf(written));
  }
  return { wordsChanged, wordsTotal, words };
}
