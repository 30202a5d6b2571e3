import { documentOf } from '#core/document/document.ts';
import type { Document, Part } from '#core/document/document.ts';

import type { Spot } from './edit.ts';
import { closedEnd } from './numbered-text.ts';
import type { NumberedSentence, NumberedText } from './numbered-text.ts';

export type Spots = {
  /** Behind the sentence, or as near to it as new text may stand; null where it may stand nowhere. */
  near(sentence: NumberedSentence): Spot | null;
};

export function createSpots(document: Document, { sentences }: NumberedText): Spots {
  const insertable = sentences.filter((sentence) => sentence.insertable);
  let own: Spot | null | undefined;
  return {
    near(sentence) {
      // A list takes only what is meant for it.
      const open = insertable.filter(
        ({ part }) => part === sentence.part || document.parts[part]?.kind !== 'list',
      );
      const nearest = nearestOf(open, sentence);
      if (nearest !== undefined) return { offset: nearest.end, part: nearest.part, ownParagraph: false };
      if (own === undefined) own = ownParagraphOf(document) ?? endOf(document);
      return own;
    },
  };
}

/** Behind each sentence that an addition may follow, and each part that a paragraph may, in the order of the content. */
export function spotsOf(document: Document, { sentences }: NumberedText): Spot[] {
  const inline = sentences.flatMap(({ end, part, insertable }) =>
    insertable ? [{ offset: end, part, ownParagraph: false }] : [],
  );
  const own = document.parts.flatMap((_, index) => paragraphBehind(document, index) ?? []);
  return [...inline, ...own].toSorted(
    (a, b) => a.offset - b.offset || Number(a.ownParagraph) - Number(b.ownParagraph),
  );
}

/** In its own part first, then in what follows, unless what stands before is much nearer. */
function nearestOf(
  insertable: readonly NumberedSentence[],
  aim: NumberedSentence,
): NumberedSentence | undefined {
  let low = 0;
  let high = insertable.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((insertable[middle]?.number ?? 0) < aim.number) low = middle + 1;
    else high = middle;
  }
  const after = insertable[low];
  const before = insertable[low - 1];
  if (after === undefined || before === undefined) return after ?? before;
  const ahead = after.number - aim.number;
  const back = aim.number - before.number;
  if (after.part === aim.part) return before.part === aim.part && back < ahead ? before : after;
  if (before.part === aim.part) return before;
  return ahead > 3 * back ? before : after;
}

/** Leads over to what stands below. */
const leadsOver = /(?:[:：,;，；、]|\.\.|…|[—–]|\s-)(?:\]\([^()\s]*\)|["'”’»)\]*_—–-]){0,8}\s*$/u;

/** Behind the first part that a paragraph may follow. */
function ownParagraphOf(document: Document): Spot | null {
  const { parts } = document;
  for (const index of parts.keys()) {
    const spot = paragraphBehind(document, index);
    if (spot !== null) return spot;
  }
  return null;
}

/** A paragraph of its own behind the part with that index; null where none may stand, or where the part leads over. */
export function paragraphBehind({ content, parts }: Document, index: number): Spot | null {
  const part = parts[index];
  if (part === undefined) return null;
  const next = parts[index + 1];
  const end = content.slice(Math.max(part.start, part.end - 200), part.end);
  const isOpen = part.kind === 'prose' && next?.kind === 'list' && !closedEnd.test(end.trimEnd());
  const goesOn = next !== undefined && /^\p{Ll}/u.test(content.slice(next.start, next.start + 2));
  const isFree = !leadsOver.test(end) && !isOpen && !goesOn && mayFollow(content, part, next);
  return isFree ? { offset: part.after, part: index, ownParagraph: true } : null;
}

/** Whether a paragraph of its own may stand between the two. */
function mayFollow(content: string, part: Part, next: Part | undefined): boolean {
  if (part.after < 0) return false;
  const gap = content.slice(part.after, next?.start ?? content.length);
  return (
    (next === undefined && gap.trim() === '') ||
    /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))|<p\b/i.test(gap)
  );
}

/** Behind everything, unless it would stand inside what never ends there, such as code. */
export function endOf({ content, html, lineEnd }: Document): Spot | null {
  const isWithinTag = /<[a-z/!][^<>]{0,2000}$/iu.test(content.slice(-2000));
  if (isWithinTag || content.lastIndexOf('<!--') > content.lastIndexOf('-->')) return null;
  const longer = documentOf(`${content}${lineEnd}${lineEnd}${html ? '<p>X.</p>' : 'X.'}`);
  const last = longer.parts.at(-1);
  const isOpen = longer.html === html && last?.kind === 'prose' && last.start >= content.length;
  return isOpen ? { offset: content.length, part: -1, ownParagraph: true } : null;
}
