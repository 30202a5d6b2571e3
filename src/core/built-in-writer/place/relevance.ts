import type { Language } from '#core/language/language.ts';
import { stem } from '#core/language/stem.ts';
import { stopWords } from '#core/language/stop-words.ts';
import { wordsOf } from '#core/language/words.ts';
import type { Document, Part } from '#core/document/document.ts';

import { createAffixes } from '#core/language/affixes.ts';
import type { Place } from './places.ts';

/** Where each word stem of the content stands: numbers of sentences, counted through the whole content. */
type Index = {
  readonly stems: ReadonlyMap<string, readonly number[]>;
  /** Number of the first sentence of each part, and one past the last. */
  readonly firsts: readonly number[];
  readonly partOf: readonly number[];
  /** Index of the heading above each part, or -1. */
  readonly headings: readonly number[];
};

export type Relevance = {
  /** From 0 upwards: how well the keywords fit each place. */
  scores(keywords: string, head: string, places: readonly Place[]): Float64Array;
  /** Whether the passage before the place speaks of the thing itself. */
  names(head: string, place: Place): boolean;
};

export function* createRelevance(document: Document, language: Language): Generator<undefined, Relevance> {
  const index = yield* indexOf(document, language);
  const total = index.partOf.length;
  const affixes = createAffixes(index.stems.keys());

  function weigh(keywords: string, head: string) {
    const terms = termsOf(keywords, head, language);
    const bySentence = new Float64Array(total);
    const byPart = new Float64Array(document.parts.length);
    let most = 1e-9;
    for (const [term, weight] of terms) {
      most += weight * Math.log(1 + total);
      const found = affixes
        .like(term)
        .map(([like, likeness]) => ({ likeness, postings: index.stems.get(like) ?? [] }));
      const spread = found.reduce((sum, { postings }) => sum + postings.length, 0);
      const value = weight * Math.log(1 + total / (1 + spread));
      const parts = new Map<number, number>();
      for (const { likeness, postings } of found) {
        for (const sentence of postings) {
          bySentence[sentence] = (bySentence[sentence] ?? 0) + value * likeness;
          const part = index.partOf[sentence] ?? 0;
          // A word that a passage comes back to tells a little more than one that it drops.
          const known = parts.get(part);
          parts.set(part, known === undefined ? likeness : Math.min(1.4, Math.max(known, likeness) + 0.15));
        }
      }
      for (const [part, likeness] of parts) byPart[part] = (byPart[part] ?? 0) + value * likeness;
    }
    return { bySentence, byPart, most };
  }

  return {
    scores(keywords, head, places) {
      const { bySentence, byPart, most } = weigh(keywords, head);
      return Float64Array.from(places, (place) => {
        const sentence = (index.firsts[place.part] ?? 0) + place.sentence;
        const heading = index.headings[place.part] ?? -1;
        const before = place.sentence > 0 ? (bySentence[sentence - 1] ?? 0) : 0;
        const close = place.ownParagraph ? 0 : 0.7 * (bySentence[sentence] ?? 0) + 0.25 * before;
        return ((byPart[place.part] ?? 0) + close + 0.4 * (byPart[heading] ?? 0)) / most;
      });
    },
    names(head, place) {
      const name = head.toLowerCase();
      const sentences = document.parts[place.part]?.sentences.slice(
        Math.max(0, place.sentence - 1),
        place.sentence + 1,
      );
      const end = sentences?.at(-1)?.end ?? 0;
      const passage = document.content.slice(Math.max(sentences?.[0]?.start ?? 0, end - 1000), end);
      return name.length > 2 && [...wordsOf(passage)].some(({ word }) => isFormOf(word, name));
    },
  };
}

/** One letter more or less makes one thing of many, in most cases. */
function isFormOf(word: string, name: string): boolean {
  return (word.startsWith(name) || name.startsWith(word)) && Math.abs(word.length - name.length) <= 1;
}

function* indexOf(document: Document, language: Language): Generator<undefined, Index> {
  const stems = new Map<string, number[]>();
  const firsts: number[] = [];
  const partOf: number[] = [];
  const headings: number[] = [];
  let heading = -1;
  for (const [number, part] of document.parts.entries()) {
    firsts.push(partOf.length);
    headings.push(heading);
    if (part.kind === 'heading') heading = number;
    for (const [word, sentence] of readWords(document, part)) {
      const key = stem(word, language);
      const id = partOf.length + sentence;
      const postings = stems.get(key);
      if (postings === undefined) stems.set(key, [id]);
      else if (postings.at(-1) !== id) postings.push(id);
    }
    for (let count = Math.max(1, part.sentences.length); count > 0; count -= 1) partOf.push(number);
    if (number % 50 === 0) yield;
  }
  return { stems, firsts, partOf, headings };
}

/** The words of a part with the number of their sentence, without those of code, tags and addresses. */
function* readWords(document: Document, part: Part): Generator<readonly [string, number]> {
  let hidden = 0;
  for (const [number, sentence] of part.sentences.entries()) {
    for (const { word, start } of wordsOf(document.content.slice(sentence.start, sentence.end))) {
      const at = sentence.start + start;
      while ((part.opaque[hidden]?.end ?? Infinity) <= at) hidden += 1;
      if ((part.opaque[hidden]?.start ?? Infinity) > at) yield [word, number];
    }
  }
}

/** Word stems of a description, with the name of the thing before what is said about it. */
function termsOf(keywords: string, head: string, language: Language): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const name = stem(head.toLowerCase().split('-').at(-1) ?? '', language);
  const comma = keywords.indexOf(',');
  for (const { word, start } of wordsOf(keywords)) {
    if (stopWords[language].has(word) || word.length < 2 || /^\d+$/.test(word)) continue;
    const key = stem(word, language);
    const weight = (comma >= 0 && start > comma ? 0.7 : 1) * (key === name ? 1.5 : 1);
    if (!terms.has(key) && terms.size < 60) terms.set(key, terms.size < 4 ? weight * 1.25 : weight);
  }
  return terms;
}
