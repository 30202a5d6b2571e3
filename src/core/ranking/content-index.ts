import { linesOf } from '#core/document/blocks.ts';
import { type Document, type Block, headingLevel, withoutOpaque } from '#core/document/document.ts';
import { plainSentences } from '#core/document/words-and-sentences.ts';
import { memoizeWeakly, type Span } from '#core/lib/helpers.ts';
import { createAffixes, detectLanguage, type Language } from '#core/language/language.ts';

import { createTermReader, type TermReader } from './terms.ts';

/** The places of a term. Each index of both lists is one place. */
export type Postings = {
  /** How many sentences and headings contain the term, including those that are not listed. */
  places: number;
  readonly passages: number[];
  /** Numbers of sentences, counted through the whole content. -1: the heading above the passage. */
  readonly sentences: number[];
};

/** A term of the content that matches a word of a link, with a likeness from 0 to 1. */
export type Match = { readonly postings: Postings; readonly likeness: number };

export type ContentIndex = {
  readonly language: Language | null;
  /** Reads the terms of any text in the same way as those of the content. */
  readonly readTerms: TermReader;
  readonly passages: readonly Passage[];
  /** The number of the first sentence of each passage. */
  readonly firsts: readonly number[];
  readonly sentenceCount: number;
  matchesOf(term: string): readonly Match[];
};

/** A word in more places than this does not help to choose a passage. */
const listedPlaces = 400;
const headingLength = 200;
/** Compounds are searched among at most this many terms, so that the time for a long text stays limited. */
const compoundLimit = 3000;
/** German forms compounds of almost any two words. In other languages a shared part is often a coincidence. */
const compoundLikeness = { de: 1, other: 0.6 };

/** Indexes a content, once for each document. */
export const indexContent = memoizeWeakly((document: Document): ContentIndex => {
  const language = detectLanguage(document.content);
  const readTerms = createTermReader(language);
  const passages = passagesOf(document);
  const terms = new Map<string, Postings>();
  const firsts: number[] = [];
  let sentenceCount = 0;

  function add(text: string, passage: number, sentence: number): void {
    for (const { term } of readTerms(text)) {
      const postings = terms.get(term);
      if (postings === undefined) terms.set(term, { places: 1, passages: [passage], sentences: [sentence] });
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
    for (const sentence of passage.sentences) {
      add(withoutOpaque(document.content, passage.opaque, sentence), number, sentenceCount);
      sentenceCount += 1;
    }
  }
  const compounds = language === 'de' ? compoundLikeness.de : compoundLikeness.other;
  const like = createAffixes([...terms.keys()].slice(0, compoundLimit));

  return {
    language,
    readTerms,
    passages,
    firsts,
    sentenceCount,
    matchesOf(term) {
      const exact = terms.get(term);
      if (exact !== undefined) return [{ postings: exact, likeness: 1 }];
      return like(term).flatMap(([other, likeness]) => {
        const postings = terms.get(other);
        return postings === undefined ? [] : [{ postings, likeness: likeness * compounds }];
      });
    },
  };
});

/** Neighbouring sentences that a link may fit. */
type Passage = Span & {
  readonly sentences: readonly Span[];
  /** The heading above it. */
  readonly heading: Span | null;
  /** Code, tags and addresses in its block. */
  readonly opaque: readonly Span[];
  /** From 0 to 1: how suitable the place is for a link. */
  readonly quality: number;
};

const passageLength = 480;
const sentenceLength = 1000;
const stretchLength = 8192;
const listQuality = 0.75;

/** Returns the passages in order. Content of only code or quotations is read as plain text. */
function passagesOf(document: Document): Passage[] {
  const passages: Passage[] = [];
  let heading: Span | null = null;
  for (const block of document.blocks) {
    if (headingLevel(document.content, block) !== null) heading = block;
    if (block.kind === 'prose' || block.kind === 'list') {
      const sentences = block.kind === 'prose' ? block.sentences : linesIn(document.content, block);
      const quality = block.kind === 'prose' ? 1 : listQuality;
      for (const group of groupsOf(sentences.flatMap(cut)))
        passages.push({ ...group, heading, opaque: block.opaque, quality });
    }
  }
  return passages.length > 0 ? passages : plainPassages(document.content);
}

function plainPassages(content: string): Passage[] {
  const passages: Passage[] = [];
  for (let from = 0; from < content.length; from += stretchLength) {
    const sentences = plainSpans(content.slice(from, from + stretchLength), from);
    for (const group of groupsOf(sentences))
      passages.push({ ...group, heading: null, opaque: [], quality: 1 });
  }
  return passages;
}

/** Cuts very long sentences, so that no single step takes long. */
function cut({ start, end }: Span): Span[] {
  const pieces: Span[] = [];
  for (let from = start; from < end; from += sentenceLength)
    pieces.push({ start: from, end: Math.min(end, from + sentenceLength) });
  return pieces;
}

/** Cuts long paragraphs into groups of sentences with similar length. */
function groupsOf(sentences: readonly Span[]) {
  const whole = (sentences.at(-1)?.end ?? 0) - (sentences[0]?.start ?? 0);
  const length = whole / Math.max(1, Math.round(whole / passageLength));
  const groups: { start: number; end: number; sentences: Span[] }[] = [];
  for (const sentence of sentences) {
    const group = groups.at(-1);
    if (group === undefined || sentence.end > group.start + length * 1.25) {
      groups.push({ start: sentence.start, end: sentence.end, sentences: [sentence] });
    } else {
      group.end = sentence.end;
      group.sentences.push(sentence);
    }
  }
  return groups;
}

function linesIn(content: string, block: Block): Span[] {
  return linesOf(content.slice(block.start, block.end)).flatMap(({ text, start: at }) => {
    const start = block.start + at;
    return text.trim() === '' ? [] : [{ start, end: start + text.trimEnd().length }];
  });
}

function plainSpans(content: string, offset: number): Span[] {
  return plainSentences(content).flatMap(({ text, start }) => {
    const end = offset + start + text.trimEnd().length;
    return text.trim() === '' ? [] : cut({ start: end - text.trim().length, end });
  });
}
