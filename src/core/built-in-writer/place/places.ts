import type { Document, Part, Sentence } from '#core/document/document.ts';

import type { Spot } from '#core/weave/edit.ts';

import { grief, leansBack, pointsBack } from './passage-words.ts';

/** Somewhere in the content where a sentence can be added. */
export type Place = Spot & {
  /** Index of the sentence before it, in the part. */
  readonly sentence: number;
  /** From 0 to 1: how little an addition disturbs here. */
  readonly quality: number;
};

/** Every place that is fit for an addition, in the order of the content. */
export function* placesOf(document: Document): Generator<undefined, Place[]> {
  const places: Place[] = [];
  const prose = document.parts.flatMap((part, index) => (part.kind === 'prose' ? [index] : []));
  for (const [index, part] of document.parts.entries()) {
    const next = document.parts[index + 1];
    const edge = edgeQuality(index, prose);
    if (part.kind === 'prose') addSentencePlaces(document, part, index, next, edge, places);
    if (index % 500 === 499) yield;
    const own = ownParagraphQuality(document, part, next);
    if (own > 0) {
      places.push({
        offset: part.after,
        part: index,
        sentence: part.sentences.length - 1,
        ownParagraph: true,
        quality: own * edge,
      });
    }
  }
  return places;
}

/** The last resort: a paragraph behind everything. */
export function endOf(document: Document): Place {
  return { offset: document.content.length, part: -1, sentence: -1, ownParagraph: true, quality: 0.01 };
}

function addSentencePlaces(
  document: Document,
  part: Part,
  index: number,
  nextPart: Part | undefined,
  edge: number,
  places: Place[],
): void {
  const text = document.content.slice(part.start, part.end);
  const mood = moodOf(text);
  for (const [number, sentence] of part.sentences.entries()) {
    const own = document.content.slice(sentence.start, sentence.end);
    if (sentence.guarded || !endsPlainly(own) || !standsFree(document, part, sentence)) continue;
    const next = part.sentences[number + 1];
    const after = next === undefined ? betweenParts(document, nextPart) : insideQuality(document, next);
    const quality =
      mood *
      edge *
      after *
      sentenceQuality(own) *
      (index === 0 && number === 0 && next !== undefined ? 0.3 : 1);
    places.push({ offset: sentence.end, part: index, sentence: number, ownParagraph: false, quality });
  }
}

/** What follows is a space or the end of the paragraph: nothing is put between two signs that belong together. */
function standsFree({ content }: Document, part: Part, sentence: Sentence): boolean {
  return sentence.end === part.end || /\s/.test(content[sentence.end] ?? ' ');
}

/** A full stop or an exclamation mark, perhaps within closing marks; no question, colon or trailing off. */
function endsPlainly(sentence: string): boolean {
  const bare = sentence.slice(-200).replace(/(?:["'”’)\]*_»“]|<\/\w+>)+$/, '');
  return /\p{L}{2}/u.test(bare) && /[.!]$/.test(bare) && !/(?:\.\.|[?!]{2,}|…\.?)$/.test(bare);
}

function sentenceQuality(sentence: string): number {
  let quality = 1;
  const words = sentence.split(/\s+/, 6).length;
  if (words <= 3) quality *= 0.4;
  if (/["“”„«»]$/.test(sentence)) quality *= 0.15;
  else if (/["“„«]/.test(sentence)) quality *= 0.5;
  if (sentence.startsWith('(')) quality *= 0.6;
  if (sentence.endsWith('!')) quality *= 0.85;
  return quality;
}

function insideQuality(document: Document, next: Sentence): number {
  const text = document.content.slice(next.start, Math.min(next.end, next.start + 80));
  if (/^[("“„«*_]/.test(text) || leansBack.test(text)) return 0.15;
  if (pointsBack.test(text.split(/\s+/, 6).join(' '))) return 0.35;
  if (text.split(/\s+/, 3).length <= 2) return 0.2;
  return document.content.slice(next.start, next.end).endsWith('?') ? 0.3 : 0.65;
}

function betweenParts(document: Document, next: Part | undefined): number {
  if (next === undefined || next.kind !== 'prose') return 1;
  const text = document.content.slice(next.start, Math.min(next.end, next.start + 80));
  if (/^["“„«—]/.test(text)) return 0.35;
  if (
    /["“„«]/.test(text) ||
    /^.{0,30}\b(?:said|asked|answered|replied|sagte|fragte|dijo|preguntó)\b/.test(text)
  )
    return 0.6;
  return leansBack.test(text) ? 0.7 : 1;
}

function moodOf(text: string): number {
  let mood = 1;
  const head = text.slice(0, 3000);
  if (/^["“„«—–]/.test(head)) mood *= 0.3;
  if (grief.test(head)) mood *= 0.12;
  const words = head.split(/\s+/, 13).length;
  if (words < 7) mood *= 0.3;
  else if (words < 13) mood *= 0.6;
  return mood;
}

/** The opening and the last words of a text are its author's own. */
function edgeQuality(index: number, prose: readonly number[]): number {
  if (prose.length < 3) return 1;
  if (index === prose.at(-1)) return 0.6;
  return index === prose[0] ? 0.75 : 1;
}

function ownParagraphQuality(document: Document, part: Part, next: Part | undefined): number {
  if (part.after < 0) return 0;
  const gap = document.content.slice(part.after, next?.start ?? document.content.length);
  if (next !== undefined && !/(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))|<p\b/i.test(gap)) return 0;
  if (part.kind === 'list') return 0.25 * betweenParts(document, next);
  const last = part.sentences.at(-1);
  if (last === undefined || last.guarded) return 0;
  const own = document.content.slice(last.start, last.end);
  const closed = /[.!?…]["'”’)\]*_»“]*(?:<\/\w+>)*$/.test(own.slice(-200));
  const asks = /\?["'”’)\]]*$|\.\.\.$|…$/.test(own.slice(-20));
  const quoted = /["“”„«»]$/.test(own) ? 0.2 : 1;
  return closed
    ? quoted *
        moodOf(document.content.slice(part.start, part.end)) *
        betweenParts(document, next) *
        (asks ? 0.3 : 0.95)
    : 0;
}
