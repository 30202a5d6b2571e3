import { memoize, type Span } from '#core/lib/helpers.ts';
import type { Document } from '#core/document/document.ts';
import type { ChosenLink, LinkToWeave } from '#core/links/link.ts';

import { indexContent, type ContentIndex, type Match, type Postings } from './content-index.ts';
import { weighLink } from './terms.ts';

/** The passages that each link fits, in the order of the content. Without a common word, a link is missing. */
export type LinkFits = ReadonlyMap<ChosenLink, readonly PlacedFit[]>;

/** Compares the links with the content. The result can be used for any way of cutting the content. */
export function weighLinks(document: Document, links: readonly ChosenLink[]): LinkFits {
  const candidates = createCandidates<ChosenLink>(indexContent(document));
  for (const link of links) {
    candidates.add(link);
  }
  const rank = createRanking(candidates, topicality);
  const placesOf = createRanking(candidates, rarityWithin);
  const fits = new Map<ChosenLink, readonly PlacedFit[]>();
  for (const candidate of candidates.list()) {
    const places = placesOf(candidate);
    const placed = rank(candidate).flatMap(({ score }, at) => {
      const fit = places[at];
      return fit === undefined ? [] : [{ ...fit, score, place: fit.score }];
    });
    fits.set(candidate.link, placed);
  }
  return fits;
}

export type Fit = {
  /** How much the link has to do with the text there. Words of the topic of the text count most. */
  readonly score: number;
  readonly passage: Span;
  /** The best sentence of the passage. */
  readonly sentence: Span;
};

/** `place` orders the passages of one link: words that are rare in the text count most. */
export type PlacedFit = Fit & { readonly place: number };

const sentenceShare = 0.35;
const restShare = 0.5;
const lengthShare = 0.15;
const topicShare = 1.4;
/** A word in this many places is the topic of the text. */
const topicPlaces = 8;

type Scales = Pick<Candidates<LinkToWeave>, 'index' | 'rarity' | 'averageSize'>;

/** A link with a lower score has hardly more in common with the text than any other link. */
export const fitFloor = 0.9;

/**
 * A strong fit has at least this score, and this share of the best one. Measured with `suggest` in bench/, on real
 * articles and 620 links: 30 % of the ten best links are links of the article itself. Among the strong ones of these
 * ten it is more than half. 80 % of the article's own links among the ten are strong.
 */
const strongScore = 2.4;
const strongShare = 0.6;

export type Suggestion = Fit & { readonly isStrong: boolean };

/** Marks the strong ones of fits that are sorted by score, the best first. `isNamed` tells which are strong anyway. */
export function markStrong<F extends Fit>(
  fits: readonly F[],
  isNamed: (fit: F) => boolean,
): (F & Suggestion)[] {
  const least = Math.max(strongScore, strongShare * (fits[0]?.score ?? 0));
  return fits.map((fit) => ({ ...fit, isStrong: fit.score >= least || isNamed(fit) }));
}

/** Both find the best passage of a content for a link. Null: none fits. */
type Fitting = {
  /** Returns the passage that has most to do with the link. */
  readonly fitOf: (candidate: Candidate) => Fit | null;
  /** Returns the place for the link. */
  readonly placeOf: (candidate: Candidate) => Fit | null;
};

export function createFitting(scales: Scales): Fitting {
  const bestBy = (worth: Worth) => {
    const rank = createRanking(scales, worth);
    return (candidate: Candidate): Fit | null => {
      let best: Fit | null = null;
      for (const fit of rank(candidate)) if (best === null || fit.score > best.score) best = fit;
      return best;
    };
  };
  return { fitOf: bestBy(topicality), placeOf: bestBy(rarityWithin) };
}

type Worth = (term: SharedTerm, sentences: number) => number;

/** Returns a function that takes a link and returns all passages with a common word, in the order of the content. */
function createRanking(
  { index, rarity, averageSize }: Scales,
  worth: Worth,
): (candidate: Candidate) => Fit[] {
  const tally = createTally(index);

  /** Adds up the values of the words that each passage shares with a link. Returns the sum for the whole content. */
  function addUp({ terms }: Candidate): number {
    let everywhere = 0;
    for (const { shared, weight } of terms) {
      const value = weight * rarity(shared) * worth(shared, index.sentenceCount);
      let most = 0;
      for (const { postings, likeness } of shared.matches) {
        tally.add(postings, value * likeness);
        most = Math.max(most, likeness);
      }
      tally.endTerm();
      everywhere += value * most;
    }
    return everywhere;
  }

  return (candidate) => {
    const everywhere = restShare * addUp(candidate);
    const length = 1 - lengthShare + (lengthShare * candidate.size) / averageSize();
    const fits: Fit[] = [];
    for (const number of tally.passages()) {
      const passage = index.passages[number];
      const { sentence, sum } = tally.bestSentence(number);
      const own = passage?.sentences[sentence];
      if (passage === undefined || own === undefined) continue;
      const score = (tally.sum(number) + sentenceShare * sum) * passage.quality;
      fits.push({
        score: (score + everywhere) / length,
        passage: { start: passage.start, end: passage.end },
        sentence: { start: own.start, end: own.end },
      });
    }
    tally.clear();
    return fits;
  };
}

/** Returns 1 for a word that occurs once in the content, up to 2.4 for a word of its topic. */
function topicality({ matches }: SharedTerm): number {
  const places = matches.reduce((sum, { postings }) => sum + postings.places, 0);
  return 1 + topicShare * Math.min(1, Math.log(Math.max(1, places)) / Math.log(topicPlaces));
}

/** Returns 1 for a word that occurs once in the content, down to nearly 0 for a word of every sentence. */
function rarityWithin({ matches }: SharedTerm, sentences: number): number {
  const places = matches.reduce((sum, { postings }) => sum + postings.places, 0);
  return Math.log(1 + sentences / Math.max(1, places)) / Math.log(1 + sentences);
}

const headingStrength = 0.35;
/** A repeated word counts a little more than a word that occurs once. */
const againStrength = 0.12;
const againLimit = 3;

/** Sums up one link over the passages and sentences of a content. After `clear` it is ready for the next link. */
function createTally({ passages, firsts, sentenceCount }: ContentIndex) {
  const passageSums = new Float64Array(passages.length);
  const sentenceSums = new Float64Array(sentenceCount);
  const lastTerms = new Int32Array(passages.length).fill(-1);
  const times = new Uint8Array(passages.length);
  const touched: number[] = [];
  let term = 0;

  function addToPassage(passage: number, gain: number): void {
    const last = lastTerms[passage] ?? -1;
    if (last < 0) touched.push(passage);
    if (last !== term) times[passage] = 0;
    const before = times[passage] ?? 0;
    if (before > againLimit) return;
    lastTerms[passage] = term;
    times[passage] = before + 1;
    passageSums[passage] = (passageSums[passage] ?? 0) + gain * (before === 0 ? 1 : againStrength);
  }

  const countIn = (passage: number) => passages[passage]?.sentences.length ?? 0;

  return {
    add({ passages: places, sentences }: Postings, gain: number): void {
      for (const [at, passage] of places.entries()) {
        const sentence = sentences[at] ?? -1;
        addToPassage(passage, sentence < 0 ? gain * headingStrength : gain);
        if (sentence >= 0) sentenceSums[sentence] = (sentenceSums[sentence] ?? 0) + gain;
      }
    },
    /** Ends a word of the link. The next values belong to another word. */
    endTerm(): void {
      term += 1;
    },
    /** Returns the passages with a sum, in the order of the content. */
    passages: (): readonly number[] => touched.sort((a, b) => a - b),
    sum: (passage: number): number => passageSums[passage] ?? 0,
    /** Returns the index of the best sentence within the passage. Of equal ones, the first counts. */
    bestSentence(passage: number): { sentence: number; sum: number } {
      const first = firsts[passage] ?? 0;
      const sums = sentenceSums.subarray(first, first + countIn(passage));
      const sum = sums.reduce((most, each) => Math.max(most, each), 0);
      return { sentence: Math.max(0, sums.indexOf(sum)), sum };
    },
    clear(): void {
      for (const passage of touched) {
        const first = firsts[passage] ?? 0;
        passageSums[passage] = 0;
        lastTerms[passage] = -1;
        sentenceSums.fill(0, first, first + countIn(passage));
      }
      touched.length = 0;
      term = 0;
    },
  };
}

/** A word that links share with the content, and how many links have it. */
type SharedTerm = { links: number; readonly matches: readonly Match[] };

/** A link that shares words with the content. */
export type Candidate<L extends LinkToWeave = LinkToWeave> = {
  readonly link: L;
  readonly terms: readonly { readonly shared: SharedTerm; readonly weight: number }[];
  /** The sum of the weights of all its words, shared or not. */
  readonly size: number;
};

/** Limits for long lists: how many links are kept after a cut, and how many terms are remembered. */
const keptLinks = 2000;
const knownTerms = 50_000;
/** Added to the number of links, so that a short list does not decide which words are common and which links are long. */
const assumedLinks = 100;
/** The average size of the 620 links of `suggest` in tools/bench/. */
const assumedSize = 4.1;

/**
 * A word of a quarter of a long list may name a kind of thing that the user has many links for: it keeps this rarity.
 * Without it, a list with 75 kettles among 300 links had no suggestion for a text about kettles.
 */
const categoryRarity = 0.6;

/** The links that share words with a content. */
type Candidates<L extends LinkToWeave> = {
  readonly index: ContentIndex;
  add(link: L): void;
  /** Returns the remaining links, in the order in which they were added. */
  list(): readonly Candidate<L>[];
  /** Returns nearly 0 for a word of every link in a long list, up to 1 for a word of one link. */
  rarity(term: SharedTerm): number;
  averageSize(): number;
  /** Returns how many links were added. */
  searched(): number;
};

export function createCandidates<L extends LinkToWeave>(index: ContentIndex): Candidates<L> {
  const shared = new Map<string, SharedTerm>();
  const matchesOf = memoize(index.matchesOf, knownTerms);
  let kept: Candidate<L>[] = [];
  let links = 0;
  let sizes = 0;

  function sharedTerm(term: string): SharedTerm | undefined {
    const known = shared.get(term);
    if (known !== undefined) return known;
    const matches = matchesOf(term);
    if (matches.length === 0 || shared.size >= knownTerms) return undefined;
    const found = { links: 0, matches };
    shared.set(term, found);
    return found;
  }

  function rarity(term: SharedTerm): number {
    const all = links + assumedLinks;
    const rare = Math.log(1 + (all - term.links) / (term.links + 0.5)) / Math.log(1 + all / 1.5);
    const share = term.links / links;
    return Math.max(rare, categoryRarity * (1 - share ** 3));
  }

  /** Returns an estimate of a link's best score, from all its shared words together. */
  function promise({ terms, size }: Candidate<L>): number {
    const sum = terms.reduce((total, { shared: term, weight }) => total + weight * rarity(term), 0);
    return sum / Math.sqrt(size);
  }

  return {
    index,
    add(link: L): void {
      const terms: { shared: SharedTerm; weight: number }[] = [];
      let size = 0;
      for (const [term, weight] of weighLink(link, index.readTerms)) {
        size += weight;
        const found = sharedTerm(term);
        if (found === undefined) continue;
        found.links += 1;
        terms.push({ shared: found, weight });
      }
      links += 1;
      sizes += size;
      if (terms.length > 0) kept.push({ link, terms, size });
      if (kept.length >= 2 * keptLinks) kept = bestOf(kept, promise, keptLinks);
    },
    list: (): readonly Candidate<L>[] => kept,
    rarity,
    averageSize: () => (sizes + assumedLinks * assumedSize) / (links + assumedLinks),
    searched: () => links,
  };
}

/** Returns how much of a link the content says, from 0 to 1. A single word is a coincidence, so it counts as 0. */
export function shareSaid({ terms, size }: Candidate): number {
  let said = 0;
  for (const { shared, weight } of terms)
    said += weight * Math.max(...shared.matches.map(({ likeness }) => likeness));
  return terms.length > 1 ? said / size : 0;
}

/** Returns the best items of a list, in their original order. */
function bestOf<T>(list: readonly T[], value: (item: T) => number, count: number): T[] {
  const values = new Map(list.map((item) => [item, value(item)]));
  const ranked = list.toSorted((a, b) => (values.get(b) ?? 0) - (values.get(a) ?? 0));
  const best = new Set(ranked.slice(0, count));
  return list.filter((item) => best.has(item));
}
