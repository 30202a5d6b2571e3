import type { ChosenLink } from '#core/link/link.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';
import { detectLanguage } from '#core/language/language.ts';
import { readOffer } from '#core/built-in-writer/offer/read-offer.ts';
import { createPhraseChooser } from '#core/built-in-writer/phrases/choose-phrases.ts';
import { weave } from '#core/built-in-writer/phrases/render.ts';
import { choosePlaces } from '#core/built-in-writer/place/choose-places.ts';
import { placesOf } from '#core/built-in-writer/place/places.ts';
import type { Place } from '#core/built-in-writer/place/places.ts';
import { createRelevance } from '#core/built-in-writer/place/relevance.ts';
import { scan } from '#core/scan/document.ts';

import { insertionOf } from './insertion.ts';
import type { Insertion } from './insertion.ts';
import { layoutOf } from './layout.ts';

/** What one version adds to the content. */
export type Version = { readonly name: VersionName; readonly insertions: readonly Insertion[] };

/** Writes the versions one after the other, and yields between steps, so that whoever runs it can pause. */
export function* writeVersions(
  content: string,
  links: readonly ChosenLink[],
): Generator<Version | undefined> {
  const document = yield* scan(content);
  const language =
    detectLanguage(content) ?? detectLanguage(links.map((link) => link.description).join('\n')) ?? 'en';
  const relevance = yield* createRelevance(document, language);
  const offers = links.map((link) => readOffer(link, language));
  const places = yield* placesOf(document);
  const layout = layoutOf(document);
  const taken: Map<number, Place>[] = [];
  yield;
  for (const name of versionNames) {
    const placed = yield* choosePlaces(document, name, offers, places, relevance, taken);
    const phrases = createPhraseChooser(name, language);
    const insertions: Insertion[] = [];
    for (const { offer: number, place } of placed) {
      const offer = offers[number];
      const link = links[number];
      if (offer === undefined || link === undefined) continue;
      const template = phrases.choose(offer, relevance.names(offer.head, place));
      insertions.push(insertionOf(document, layout, place, weave(template, offer, link.url)));
      if (insertions.length % 20 === 0) yield;
    }
    taken.push(new Map(placed.map(({ offer, place }) => [offer, place])));
    yield { name, insertions };
  }
}
