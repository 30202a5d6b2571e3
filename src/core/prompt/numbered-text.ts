import type { Document, Part, Sentence } from '#core/document/document.ts';
import { firstEndingAt } from '#core/document/spans.ts';
import type { Span } from '#core/document/spans.ts';
import { atOnce } from '#core/lib/at-once.ts';

/** A sentence of the content, as edits refer to it. */
export type NumberedSentence = Span & {
  /** From 1, through the whole content. */
  readonly number: number;
  /** Index of its part in the document. */
  readonly part: number;
  /** Index among the part's sentences; -1 for a part that has none of its own, such as code. */
  readonly sentence: number;
  /** An addition may stand right behind it. */
  readonly insertable: boolean;
  /** Running text without links, code and tags: another sentence may take its place. */
  readonly replaceable: boolean;
};

export type NumberedText = {
  /** Every sentence of the content, in order; code, a table or the like counts as one. */
  readonly sentences: readonly NumberedSentence[];
};

/** So many sentences are numbered in one step. */
const sentencesAStep = 500;

/** Numbers the sentences of a content, in time linear in its length. */
export function numberSentences(document: Document): NumberedText {
  return atOnce(numberInSteps(document));
}

/** The same in steps. */
export function* numberInSteps(document: Document): Generator<undefined, NumberedText> {
  const sentences: NumberedSentence[] = [];
  for (const [index, part] of document.parts.entries()) {
    const own =
      part.sentences.length > 0 ? part.sentences : [{ start: part.start, end: part.end, guarded: true }];
    let hidden = 0;
    for (const [at, sentence] of own.entries()) {
      while ((part.opaque[hidden]?.end ?? Infinity) <= sentence.start) hidden += 1;
      if (sentences.length % sentencesAStep === sentencesAStep - 1) yield;
      const holdsOpaque = holdsMoreThanEmphasis(document.content, part.opaque, hidden, sentence.end);
      sentences.push({
        start: sentence.start,
        end: sentence.end,
        number: sentences.length + 1,
        part: index,
        sentence: part.sentences.length > 0 ? at : -1,
        insertable: isInsertable(document.content, part, sentence, own[at + 1]),
        replaceable: part.kind === 'prose' && !holdsOpaque && isReplaceable(document.content, part, sentence),
      });
    }
  }
  return { sentences };
}

/** The first sentence that ends at the offset or behind it; undefined where none does. */
export function sentenceAt({ sentences }: Pick<NumberedText, 'sentences'>, offset: number) {
  return sentences[firstEndingAt(sentences, offset)];
}

/** Whether code, a link or a tag stands before `end`, from the hidden stretch with that index on. */
function holdsMoreThanEmphasis(content: string, opaque: readonly Span[], from: number, end: number): boolean {
  for (let at = from; (opaque[at]?.start ?? Infinity) < end; at += 1) {
    const { start = 0, end: to = 0 } = opaque[at] ?? {};
    if (!emphasisTag.test(content.slice(start, to))) return true;
  }
  return false;
}

const emphasisTag = /^<\/?(?:em|strong|b|i)>$/iu;
const behindEnd = String.raw`(?:["'”’»)\]*_“」』）]|\[\^?[\w-]{1,20}\]|</\w{1,20}>){0,8}`;
/** Ends with a sign that ends a sentence. */
export const closedEnd = new RegExp(String.raw`[.!?…。！？｡．؟۔।॥။።։]${behindEnd}$`, 'u');
/** Full stops that need no space behind them. */
const tightEnd = /[。！？｡．][」』）”’]{0,4}$/u;
/** Leads over to what stands below. */
const trailsOff = /(?:\.{2,}|…)["'”’»)\]*_]{0,8}$/u;
/** Scripts that write no full stop. */
const stopless = /[\p{Script=Thai}\p{Script=Lao}]/u;

/** A title is no longer than this, in UTF-16 units. */
const longTitle = 100;
/** What goes on from the sentence before it. */
const goesOn = /^[\p{Ll}\p{Extended_Pictographic}\p{RI}\])”’»(–—;,]/u;
/** Somebody is quoted, and says more behind these words. */
const isTold = /["”’»“]\s+[\p{Ll}][^"“”„«»]{0,80}[.!?]$/u;
const listMark = /[\r\n][ \t]*(?:[-*+•◦‣·]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?$/u;
const openItem = /[\p{L}\p{N}\p{M})\]"'”’»*_~%°€$]$/u;

function isInsertable(content: string, part: Part, sentence: Sentence, next: Sentence | undefined): boolean {
  if (sentence.guarded || (part.kind !== 'prose' && part.kind !== 'list')) return false;
  const text = content.slice(Math.max(sentence.start, sentence.end - 200), sentence.end);
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  const rest = content.slice(sentence.end, sentence.end + 200);
  const behind = part.end > sentence.end ? rest.trimStart() : '';
  const isLast = sentence.end === part.end || sentence === part.sentences.at(-1);
  if (isLast && trailsOff.test(text)) return false;
  if (part.kind === 'list') {
    const isItemEnd = next === undefined || listMark.test(content.slice(sentence.end, next.start));
    if (isItemEnd) return closedEnd.test(text) || openItem.test(text);
    // Halves of an item of which the second has no full stop belong together.
    if (next === undefined || !closedEnd.test(content.slice(next.start, next.end))) return false;
  }
  if (goesOn.test(behind) || (isTold.test(text) && /^["“„«]/u.test(behind))) return false;
  // Some write no full stops; a line as short as a title is one.
  if (!closedEnd.test(text))
    return isLast && (stopless.test(text.slice(-20)) || (text.length > longTitle && openItem.test(text)));
  return isLast || /\s/u.test(content[sentence.end] ?? ' ') || tightEnd.test(text);
}

const untouchable =
  /\[[^\]]{0,300}\]|`|\{\{|\{%|<(?!\/?(?:em|strong|b|i)>)[a-z/!]|https?:\/\/|www\.|\$\$|\\/iu;
/** Words that somebody is quoted with. */
const quoted = /["“„«「『»][^"“”„«»「」『』]{24,}["”“»«」』]/u;

function isReplaceable(content: string, part: Part, sentence: Sentence): boolean {
  if (sentence.guarded) return false;
  const text = content.slice(sentence.start, sentence.end);
  if (!/\p{L}/u.test(text) || untouchable.test(text) || quoted.test(text)) return false;
  return sentence !== part.sentences[0] || !opensWithTitle(text, part.sentences.length === 1);
}

/** A title without a heading's marks: on its own, or as a line that is left early. */
function opensWithTitle(text: string, isAlone: boolean): boolean {
  const [first = '', second] = text.split(/\r\n|\n|\r/u, 2);
  if (second === undefined)
    return isAlone && text.length <= 100 && !/[\p{P}\p{S}]$/u.test(text) && !stopless.test(text);
  return first.length < 0.6 * second.length && /^[\p{Lu}\p{N}]/u.test(second.trimStart());
}

/** Signs around a number, by preference, each with what looks like one. */
const marks = [
  { open: '[', close: ']', like: /\[\d{1,6}\+?\]/u },
  { open: '{', close: '}', like: /\{\d{1,6}\+?\}/u },
  { open: '<', close: '>', like: /<\d{1,6}\+?>/u },
] as const;

/** How the numbers of sentences are written, so that none of the content's own looks like one. */
export function numberMark(content: string): (number: number | string) => string {
  const { open, close } = marks.find(({ like }) => !like.test(content)) ?? marks[0];
  return (number) => `${open}${number}${close}`;
}
