import { scan, type Document, type Part } from '#core/document/document.ts';
import { atOnce } from '#core/lib/at-once.ts';
import { closedEnd, type NumberedSentence, type NumberedText } from '#core/prompt/numbered-text.ts';

import type { Spot } from './edit.ts';

/** Returns the place behind the sentence, or the nearest allowed one. Null: there is none. */
export function spotNear(
  document: Document,
  { sentences }: NumberedText,
  aim: NumberedSentence,
): Spot | null {
  // A list only takes additions that were meant for it.
  const isOpen = ({ insertable, part }: NumberedSentence) =>
    insertable && (part === aim.part || document.parts[part]?.kind !== 'list');
  const after = sentences.slice(aim.number - 1).find(isOpen);
  const before = sentences.slice(0, aim.number - 1).findLast(isOpen);
  const { end: offset, part } = nearer(before, after, aim) ?? {};
  if (offset === undefined || part === undefined) return atOnce(findLastResort(document));
  return { offset, part, ownParagraph: false };
}

/** Prefers the sentence's own part, then the text behind it, unless a place before it is much nearer. */
function nearer(
  before: NumberedSentence | undefined,
  after: NumberedSentence | undefined,
  aim: NumberedSentence,
): NumberedSentence | undefined {
  if (after === undefined || before === undefined) return after ?? before;
  const ahead = after.number - aim.number;
  const back = aim.number - before.number;
  if (after.part === aim.part) return before.part === aim.part && back < ahead ? before : after;
  if (before.part === aim.part) return before;
  return ahead > 3 * back ? before : after;
}

/** Reads in steps what `spotNear` would otherwise read at once. */
export function* readyEnd(document: Document, { sentences }: NumberedText): Generator<undefined> {
  const isOpen = sentences.some(
    ({ insertable, part }) => insertable && document.parts[part]?.kind !== 'list',
  );
  if (!isOpen) yield* findLastResort(document);
}

/** Returns all places for additions behind sentences and for paragraphs behind parts, in the order of the content. */
export function spotsOf(document: Document, { sentences }: NumberedText): Spot[] {
  const inline = sentences.flatMap(({ end, part, insertable }) =>
    insertable ? [{ offset: end, part, ownParagraph: false }] : [],
  );
  const own = document.parts.flatMap((_, index) => paragraphBehind(document, index) ?? []);
  return [...inline, ...own].toSorted(
    (a, b) => a.offset - b.offset || Number(a.ownParagraph) - Number(b.ownParagraph),
  );
}

/** Text that introduces what stands below it. */
const leadsOver = /(?:[:：,;，；、]|\.\.|…|[—–]|\s-)(?:\]\([^()\s]*\)|["'”’»)\]*_—–-]){0,8}\s*$/u;

/** How many parts are checked in one step. */
const partsAStep = 500;

/** Finds the place behind the first part that a paragraph may follow, or else at the end. */
const findLastResort = oncePerDocument(function* find(document) {
  for (const index of document.parts.keys()) {
    const spot = paragraphBehind(document, index);
    if (spot !== null) return spot;
    if (index % partsAStep === partsAStep - 1) yield;
  }
  return yield* findEnd(document);
});

/**
 * Returns the place for a paragraph behind the part with that index. Null: none may stand there, or the part
 * introduces what follows.
 */
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

/** Whether a paragraph may stand between the two. */
function mayFollow(content: string, part: Part, next: Part | undefined): boolean {
  if (part.after < 0) return false;
  const gap = content.slice(part.after, next?.start ?? content.length);
  return (
    (next === undefined && gap.trim() === '') ||
    /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))|<p\b/i.test(gap)
  );
}

/**
 * Finds the place at the end of the content. Null: it would be inside something without an end, such as code. Takes
 * as long as reading the content, once.
 */
export const findEnd = oncePerDocument(function* find({ content, html, lineEnd }) {
  const isWithinTag = /<[a-z/!][^<>]{0,2000}$/iu.test(content.slice(-2000));
  if (isWithinTag || content.lastIndexOf('<!--') > content.lastIndexOf('-->')) return null;
  const longer = yield* scan(`${content}${lineEnd}${lineEnd}${html ? '<p>X.</p>' : 'X.'}`);
  const last = longer.parts.at(-1);
  const isOpen = longer.html === html && last?.kind === 'prose' && last.start >= content.length;
  return isOpen ? { offset: content.length, part: -1, ownParagraph: true } : null;
});

type Find = (document: Document) => Generator<undefined, Spot | null>;

/** Returns a function that computes its result for each document once. */
function oncePerDocument(find: Find): Find {
  const known = new WeakMap<Document, Spot | null>();
  return function* remembered(document) {
    const found = known.get(document);
    if (found !== undefined) return found;
    const spot = yield* find(document);
    known.set(document, spot);
    return spot;
  };
}
