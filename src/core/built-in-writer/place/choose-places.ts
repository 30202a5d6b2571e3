import type { VersionName } from '#core/weave/version.ts';
import type { Offer } from '#core/built-in-writer/offer/offer.ts';
import type { Document } from '#core/document/document.ts';

import { endOf } from './places.ts';
import type { Place } from './places.ts';
import type { Relevance } from './relevance.ts';

export type Placed = { readonly offer: number; readonly place: Place };

/** What the places are chosen from. */
type Ground = {
  readonly document: Document;
  readonly offers: readonly Offer[];
  readonly places: readonly Place[];
  readonly relevance: Relevance;
};

/**
 * Gives each offer of a version its place, in the order of the content. `taken`: places of the versions before it;
 * `crowded`: places of this version that have an addition already.
 */
export function* choosePlaces(
  { document, offers, places, relevance }: Ground,
  version: VersionName,
  taken: readonly ReadonlyMap<number, Place>[],
  crowded: readonly Place[] = [],
): Generator<undefined, Placed[]> {
  const wishes: { offer: number; scores: Float64Array; urgency: number }[] = [];
  for (const [offer, { keywords, head }] of offers.entries()) {
    const scores = relevance.scores(keywords, head, places);
    for (const [at, place] of places.entries()) {
      const late = place.offset / (document.content.length + 1);
      const before = taken.some((map) => map.get(offer)?.offset === place.offset) ? 0.88 : 1;
      scores[at] = ((scores[at] ?? 0) + 0.02 + 0.02 * late) * place.quality * taste(version, place) * before;
    }
    wishes.push({ offer, scores, urgency: urgencyOf(scores, places) });
    yield;
  }
  const crowd = createCrowd(document);
  for (const place of crowded) crowd.add(place);
  const placed: Placed[] = [];
  for (const { offer, scores } of wishes.toSorted((a, b) => b.urgency - a.urgency || a.offer - b.offer)) {
    let choice = endOf(document);
    let most = 0;
    for (const [at, place] of places.entries()) {
      const score = (scores[at] ?? 0) * crowd.room(place);
      if (score > most) {
        most = score;
        choice = place;
      }
    }
    crowd.add(choice);
    placed.push({ offer, place: choice });
    yield;
  }
  return placed.toSorted((a, b) => a.place.offset - b.place.offset || a.offer - b.offer);
}

/** What an offer would lose if its best passage were given to another one. */
function urgencyOf(scores: Float64Array, places: readonly Place[]): number {
  let best = 0;
  let part = -1;
  for (const [at, score] of scores.entries()) {
    if (score > best) {
      best = score;
      part = places[at]?.part ?? -1;
    }
  }
  let second = 0;
  for (const [at, score] of scores.entries()) if (score > second && places[at]?.part !== part) second = score;
  return best - second;
}

/** Safe and exploratory add to paragraphs; experimental rather makes its own. */
function taste(version: VersionName, place: Place): number {
  if (version === 'experimental') return place.ownParagraph ? 1.6 : 0.6;
  return place.ownParagraph ? 0.08 : 1;
}

/** Keeps additions apart: none at a place that has one, few in one paragraph, none beside each other. */
function createCrowd(document: Document) {
  const sentences = new Map<number, number[]>();
  const offsets = new Set<number>();
  const ownParagraphs = new Set<number>();
  return {
    room(place: Place): number {
      if (offsets.has(place.offset)) return 0;
      if (place.ownParagraph && (ownParagraphs.has(place.part - 1) || ownParagraphs.has(place.part + 1)))
        return 0.3;
      const there = sentences.get(place.part);
      if (there === undefined) return 1;
      const near = there.some((sentence) => Math.abs(sentence - place.sentence) <= 1);
      return (there.length >= 2 ? 0.02 : 0.4) * (near ? 0.3 : 1);
    },
    add(place: Place): void {
      if (place.part < 0 || place.offset === document.content.length) return;
      offsets.add(place.offset);
      if (place.ownParagraph) ownParagraphs.add(place.part);
      const there = sentences.get(place.part);
      if (there === undefined) sentences.set(place.part, [place.sentence]);
      else there.push(place.sentence);
    },
  };
}
