import type { Span } from '#core/document/spans.ts';

import type { Candidate, Candidates, SharedTerm } from './candidates.ts';
import type { ContentIndex } from './content-index.ts';
import { createTally } from './tally.ts';

export type Fit = { readonly score: number; readonly passage: Span; readonly sentence: Span };

const sentenceShare = 0.35;
const restShare = 0.5;
const lengthShare = 0.15;
const topicShare = 1.4;
/** A word in this many places is the topic of the text. */
const topicPlaces = 8;

type Yardstick = Pick<Candidates, 'rarity' | 'averageSize'>;

/** With a lower score, a link has hardly more in common with a text than any other link. */
export const fitFloor = 0.9;

/** Returns a function that gives the best passage of a content for a link. */
export function createFitting(
  index: ContentIndex,
  yardstick: Yardstick,
): (candidate: Candidate) => Fit | null {
  const weigh = createScales(index, yardstick);
  return (candidate) => {
    let best: Fit | null = null;
    const whole = weigh(candidate, (fit) => {
      if (best === null || fit.score > best.score) best = fit;
    });
    return best && whole(best);
  };
}

/**
 * Returns a function that gives all passages which have something in common with a link, in the order of the
 * content.
 */
export function createRanking(index: ContentIndex, yardstick: Yardstick): (candidate: Candidate) => Fit[] {
  const weigh = createScales(index, yardstick);
  return (candidate) => {
    const fits: Fit[] = [];
    const whole = weigh(candidate, (fit) => fits.push(fit));
    return fits.map(whole);
  };
}

/** Returns a function that weighs a link. Its tables are made once for all links. */
function createScales(index: ContentIndex, candidates: Yardstick) {
  const tally = createTally(index);

  /** Adds up what each passage has in common with a link. Returns the sum for the whole content. */
  function addUp({ terms }: Candidate): number {
    let everywhere = 0;
    for (const { shared, weight } of terms) {
      const value = weight * candidates.rarity(shared) * topicality(shared);
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

  /** Calls `see` for each passage with its own score. Returns a function that computes the final score from it. */
  return function weigh(candidate: Candidate, see: (fit: Fit) => void): (fit: Fit) => Fit {
    const everywhere = addUp(candidate);
    for (const number of tally.passages()) {
      const passage = index.passages[number];
      const { sentence, sum } = tally.bestSentence(number);
      const own = passage?.sentences[sentence];
      if (passage === undefined || own === undefined) continue;
      const score = (tally.sum(number) + sentenceShare * sum) * passage.quality;
      const { start, end } = passage;
      see({ score, passage: { start, end }, sentence: { start: own.start, end: own.end } });
    }
    tally.clear();
    const length = 1 - lengthShare + (lengthShare * candidate.size) / candidates.averageSize();
    return (fit) => ({ ...fit, score: (fit.score + restShare * everywhere) / length });
  };
}

/** From 1, for a word that the text only mentions, to 2.4, for its topic. */
function topicality({ matches }: SharedTerm): number {
  const places = matches.reduce((sum, { postings }) => sum + postings.places, 0);
  return 1 + topicShare * Math.min(1, Math.log(Math.max(1, places)) / Math.log(topicPlaces));
}
