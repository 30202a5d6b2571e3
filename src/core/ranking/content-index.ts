import { createAffixes } from '#core/language/affixes.ts';
import type { Language } from '#core/language/language.ts';
import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';

import type { Passage } from './passages.ts';
import { passagesOf } from './passages.ts';
import type { TermReader } from './term-reader.ts';

/** Where a term stands: the same index in both lists is one place. */
export type Postings = {
  /** In how many sentences and headings it stands, those that are not listed included. */
  places: number;
  readonly passages: number[];
  /** Number of the sentence, through the whole content; -1 for the heading above the passage. */
  readonly sentences: number[];
};

/** A term of the content that a word of a link stands for, and how alike the two are, from 0 to 1. */
export type Match = { readonly postings: Postings; readonly likeness: number };

export type ContentIndex = {
  readonly passages: readonly Passage[];
  /** Number of the first sentence of each passage. */
  readonly firsts: readonly number[];
  readonly sentenceCount: number;
  matchesOf(term: string): readonly Match[];
};

/** A word that stands in more places than these tells none of them from the others. */
const listedPlaces = 400;
const pauseLength = 2000;
const headingLength = 200;
/** Compounds are looked for among so many terms, so that a text of nothing but new words stays cheap. */
const compoundLimit = 3000;
/** German makes compounds of almost any two words; elsewhere a shared part is rather an accident. */
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

/** The sentences of a passage without code, tags and addresses. */
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
