import { firstEndingAt, overlapping, type Span } from '#core/lib/helpers.ts';

import { withoutOpaque, type Block, type Document, type Sentence } from './document.ts';
import { closedEnd, tightEnd } from './words-and-sentences.ts';

/** A sentence of the content, as edits refer to it. Code, a table or the like counts as one. */
export type NumberedSentence = Span & {
  /** From 1, counted through the whole content. */
  readonly number: number;
  /** Index of its block in the document. */
  readonly block: number;
  /** An addition may follow it directly. */
  readonly insertable: boolean;
  /** Its words may carry a link, and a clause may be added in it. */
  readonly linkable: boolean;
  /** It is running text without links, code and tags, but it may have marks of footnotes. */
  readonly plain: boolean;
  /** It is plain and has no marks of footnotes, so another sentence may replace it. */
  readonly replaceable: boolean;
};

/** Numbers the sentences of a content. */
export function numberSentences(document: Document): NumberedSentence[] {
  const sentences: NumberedSentence[] = [];
  for (const [index, block] of document.blocks.entries()) {
    const own =
      block.sentences.length > 0 ? block.sentences : [{ start: block.start, end: block.end, guarded: true }];
    for (const sentence of own) {
      const text = document.content.slice(sentence.start, sentence.end);
      const hasMark = text.search(noteMark) >= 0;
      const plain = isPlain(hasMark ? withoutMarks(text) : text, block, sentence);
      sentences.push({
        start: sentence.start,
        end: sentence.end,
        number: sentences.length + 1,
        block: index,
        insertable: isInsertable(document.content, block, sentence),
        linkable: isLinkable(document.content, block, sentence),
        plain,
        replaceable: plain && !hasMark,
      });
    }
  }
  return sentences;
}

/** Returns the first sentence that ends at the offset or behind it, or undefined. */
export function sentenceAt(sentences: readonly NumberedSentence[], offset: number) {
  return sentences[firstEndingAt(sentences, offset)];
}

const trailsOff = /(?:\.{2,}|…)["'”’»)\]*_]{0,8}$/u;
const stopless = /[\p{Script=Thai}\p{Script=Lao}]/u;

/** In UTF-16 units. */
const longTitle = 100;
/** Matches the start of a text that continues the sentence before it. */
const goesOn = /^[\p{Ll}\p{Extended_Pictographic}\p{RI}\])”’»(（【〔［–—;,]/u;
/** Matches a whole sentence in brackets. */
const aside = /^[(（【〔［][^]*[)）】〕］]$/u;
/** Matches a quotation that ends, with more of the same sentence behind it. */
const isTold = /["”’»“]\s+[\p{Ll}][^"“”„«»]{0,80}[.!?]$/u;
const openItem = /[\p{L}\p{N}\p{M})\]"'”’»*_~%°€$]$/u;

function isInsertable(content: string, block: Block, sentence: Sentence): boolean {
  if (block.kind !== 'prose') return false;
  // An aside that stands alone may be a caption.
  const isAside = sentence !== block.sentences[0] && aside.test(content.slice(sentence.start, sentence.end));
  if (sentence.guarded && !isAside) return false;
  const tail = { start: Math.max(sentence.start, sentence.end - 200), end: sentence.end };
  const text = content.slice(tail.start, tail.end);
  if (!/[\p{L}\p{N}]/u.test(withoutOpaque(content, block.sealed, tail))) return false;
  const rest = content.slice(sentence.end, sentence.end + 200);
  const behind = block.end > sentence.end ? rest.trimStart() : '';
  const isLast = sentence.end === block.end || sentence === block.sentences.at(-1);
  if (isLast && trailsOff.test(text)) return false;
  if (goesOn.test(behind) || (isTold.test(text) && /^["“„«]/u.test(behind))) return false;
  // Some authors write no full stops, so the end of a long line is enough. A short line may be a title.
  if (!closedEnd.test(text))
    return isLast && (stopless.test(text.slice(-20)) || (text.length > longTitle && openItem.test(text)));
  return isLast || /\s/u.test(content[sentence.end] ?? ' ') || tightEnd.test(text);
}

/** Matches a guarded text whose words may carry a link: it is in brackets or emphasized. */
const openGuard = /^(?:[(（【〔［*_=^]|<(?:em|strong|b|i|u|span|mark)\b)/iu;
const image = /(?:!\[[^\]]{0,300}\]\([^()\n]{0,2000}\)|<img\b[^<>]{0,2000}>)\s*(?:<br ?\/?>\s*)?$/iu;

/** Whether words of the sentence may carry a link. Captions, and titles without the marks of headings, stay as they are. */
function isLinkable(content: string, block: Block, sentence: Sentence): boolean {
  const { start, end, guarded } = sentence;
  const text = content.slice(start, end);
  if (!/\p{L}/u.test(withoutOpaque(content, block.sealed, sentence))) return false;
  if (block.kind === 'table') return true;
  if ((block.kind !== 'prose' && block.kind !== 'list') || (guarded && !openGuard.test(text))) return false;
  const isAlone = block.kind === 'prose' && sentence === block.sentences[0] && end === block.end;
  const isCaption =
    guarded &&
    /[)>]\s*$/u.test(content.slice(Math.max(0, start - 20), start)) &&
    image.test(content.slice(Math.max(0, start - 2400), start));
  return !isAlone || !(isCaption || opensWithTitle(text, !/[\r\n]/u.test(text)));
}

/** Also matches what stands for a mark of a footnote: nothing. */
const emphasisTag = /^(?:<\/?(?:em|strong|b|i)>)?$/iu;
const untouchable =
  /\[[^\]]{0,300}\]|`|\{\{|\{%|<(?!\/?(?:em|strong|b|i)>)[a-z/!]|https?:\/\/|www\.|\$\$|\\/iu;
const quoted = /["“„«「『»][^"“”„«»「」『』]{24,}["”“»«」』]/u;

/** The mark of a footnote: `[^1]`, `[1]`, or a number above the line. */
const noteMark =
  /\[(?:\^[^\]\s]{1,40}|\d{1,3})\](?!\()|<sup\b[^<>]{0,300}>(?:<a\b[^<>]{0,500}>)?\[?\d{1,3}\]?(?:<\/a>)?<\/sup>/giu;

function withoutMarks(text: string): string {
  return text.replace(noteMark, (mark) => ' '.repeat(mark.length)).trimEnd();
}

/** @param text the sentence, with blanks in place of the marks of footnotes */
function isPlain(text: string, block: Block, sentence: Sentence): boolean {
  if (sentence.guarded || block.kind !== 'prose') return false;
  const { start: from } = sentence;
  if (!/\p{L}/u.test(text) || untouchable.test(text) || quoted.test(text)) return false;
  const isEmphasis = ({ start, end }: Span) => emphasisTag.test(text.slice(start - from, end - from).trim());
  if (!overlapping(block.opaque, sentence).every(isEmphasis)) return false;
  return sentence !== block.sentences[0] || !opensWithTitle(text, block.sentences.length === 1);
}

/** Whether the text begins with a title without the marks of a heading: alone, or as a short first line. */
function opensWithTitle(text: string, isAlone: boolean): boolean {
  const [first = '', second] = text.split(/\r\n|\n|\r/u, 2);
  if (second === undefined)
    return isAlone && text.length <= 100 && !/[\p{P}\p{S}]$/u.test(text) && !stopless.test(text);
  return first.length < 0.6 * second.length && /^[\p{Lu}\p{N}]/u.test(second.trimStart());
}

/** Signs around a number, in order of preference, with a pattern for text that looks like one. */
const marks = [
  { open: '[', close: ']', like: /\[\d{1,6}\+?\]/u },
  { open: '{', close: '}', like: /\{\d{1,6}\+?\}/u },
  { open: '<', close: '>', like: /<\d{1,6}\+?>/u },
] as const;

const markFor = (content: string) => marks.find(({ like }) => !like.test(content)) ?? marks[0];

/** Returns a function that writes the numbers of sentences in a form that the content does not use, if there is one. */
export function numberMark(content: string): (number: number | string) => string {
  const { open, close } = markFor(content);
  return (number) => `${open}${number}${close}`;
}

/** Returns the source of a pattern for the numbers that `numberMark` writes. */
export function numberPattern(content: string): string {
  return markFor(content).like.source;
}
