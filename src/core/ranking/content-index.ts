import { createAffixes } from '#core/language/stem.ts';
import type { Language } from '#core/language/language.ts';
import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';

import { passagesOf, type Passage } from './passages.ts';
import type { TermReader } from './term-reader.ts';

/** The places of a term. The same index in both lists is one place. */
export type Postings = {
  /** How many sentences and headings contain it, including those that are not listed. */
  places: number;
  readonly passages: number[];
  /** Numbers of sentences, counted through the whole content. -1: the heading above the passage. */
  readonly sentences: number[];
};

/** A term of the content that matches a word of a link, with a likeness from 0 to 1. */
export type Match = { readonly postings: Postings; readonly likeness: number };

export type ContentIndex = {
  readonly passages: readonly Passage[];
  /** The number of the first sentence of each passage. */
  readonly firsts: readonly number[];
  readonly sentenceCount: number;
  matchesOf(term: string): readonly Match[];
};

/** A word in more places than this does not tell passages apart. */
const listedPlaces = 400;
const pauseLength = 2000;
const headingLength = 200;
/** Compounds are searched among this many terms, so that a text with only new words takes no more time. */
const compoundLimit = 3000;
/** German forms compounds of almost any two words. In other languages a shared part is often a coincidence. */
const compoundLikeness = { de: 1, other: 0.6 };

export function* indexContent(
  document: Document,
  reader: TermReader,
  language: Language | null,
): Generator<undefined, ContentIndex> {
  const passages = yield* passagesOf(document);
  const terms = new Map<string, Postings>();
  const firsts: number[] = [];
  let sentenceCount = 0;
  let read = 0;

  function add(text: string, passage: number, sentence: number): void {
    for (const word of reader.read(text)) {
      if (word === null) continue;
      const postings = terms.get(word.term);
      if (postings === undefined)
        terms.set(word.term, { places: 1, passages: [passage], sentences: [sentence] });
      else if (postings.passages.at(-1) !== passage || postings.sentences.at(-1) !== sentence) {
        postings.places += 1;
        if (postings.places > listedPlaces) continue;
        postings.passages.push(passage);
        postings.sentences.push(sentence);
      }
    }
  }

  for (const [number, passage] of passages.entries()) {
    firsts.push(sentenceCount);
    if (passage.heading !== null) {
      const { start, end } = passage.heading;
      add(document.content.slice(start, Math.min(end, start + headingLength)), number, -1);
    }
    for (const text of visibleTexts(document.content, passage)) {
      add(text, number, sentenceCount);
      sentenceCount += 1;
      read += text.length;
      if (read < pauseLength) continue;
      read = 0;
      yield;
    }
  }
  const compounds = language === 'de' ? compoundLikeness.de : compoundLikeness.other;
  const affixes = createAffixes([...terms.keys()].slice(0, compoundLimit));
  yield;

  return {
    passages,
    firsts,
    sentenceCount,
    matchesOf(term) {
      const exact = terms.get(term);
      if (exact !== undefined) return [{ postings: exact, likeness: 1 }];
      return affixes.like(term).flatMap(([like, likeness]) => {
        const postings = terms.get(like);
        return postings === undefined ? [] : [{ postings, likeness: likeness * compounds }];
      });
    },
  };
}

/** Yields the sentences of a passage without code, tags and addresses. */
function* visibleTexts(content: string, { sentences, opaque }: Passage): Generator<string> {
  for (const { start, end } of sentences) {
    let text = '';
    let from = start;
    for (const span of overlapping(opaque, start, end)) {
      text += `${content.slice(from, Math.max(from, span.start))} `;
      from = Math.max(from, span.end);
    }
    yield text + content.slice(from, Math.max(from, end));
  }
}

function overlapping(spans: readonly Span[], start: number, end: number): readonly Span[] {
  return spans.filter((span) => span.end > start && span.start < end);
}
