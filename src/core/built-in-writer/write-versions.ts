import type { ChosenLink } from '#core/link/link.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';
import { detectLanguage } from '#core/language/language.ts';
import type { Language } from '#core/language/language.ts';
import type { Offer } from '#core/built-in-writer/offer/offer.ts';
import { readOffer } from '#core/built-in-writer/offer/read-offer.ts';
import { createPhraseChooser } from '#core/built-in-writer/phrases/choose-phrases.ts';
import { weave } from '#core/built-in-writer/phrases/render.ts';
import { choosePlaces } from '#core/built-in-writer/place/choose-places.ts';
import type { Placed } from '#core/built-in-writer/place/choose-places.ts';
import { placesOf } from '#core/built-in-writer/place/places.ts';
import type { Place } from '#core/built-in-writer/place/places.ts';
import { createRelevance } from '#core/built-in-writer/place/relevance.ts';
import type { Relevance } from '#core/built-in-writer/place/relevance.ts';
import { scan } from '#core/document/document.ts';
import type { Document } from '#core/document/document.ts';
import type { AskedAddition, Edit } from '#core/weave/edit.ts';
import { numberSentences } from '#core/weave/numbered-text.ts';
import { createWeaver } from '#core/weave/weaver.ts';
import type { Weaver } from '#core/weave/weaver.ts';

/** What one version adds to the content. */
export type Version = { readonly name: VersionName; readonly edits: readonly Edit[] };

/** A version has begun, or gets an addition. */
export type VersionStep = { readonly name: VersionName; readonly asked: AskedAddition | null };

/** A content, read so that links can be woven into it. */
export type Desk = {
  readonly document: Document;
  readonly language: Language;
  readonly relevance: Relevance;
  readonly places: readonly Place[];
  readonly links: readonly ChosenLink[];
  /** Of each link. */
  readonly offers: readonly Offer[];
};

export function* layOut(document: Document, links: readonly ChosenLink[]): Generator<undefined, Desk> {
  const { content } = document;
  const language =
    detectLanguage(content) ?? detectLanguage(links.map((link) => link.description).join('\n')) ?? 'en';
  const relevance = yield* createRelevance(document, language);
  const offers = links.map((link) => readOffer(link, language));
  const places = yield* placesOf(document);
  return { document, language, relevance, places, links, offers };
}

const mostTries = 40;

function isKnown(text: string, url: string, avoid: readonly string[]): boolean {
  const own = wordsIn(text.replace(`]]((${url}))`, '').replace('[[', ''));
  return avoid.some((other) => wordsIn(other).includes(own));
}

function wordsIn(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Writes the additions for the links that have been given their places, one after the other. */
export function* additionsFor(
  { language, relevance, links, offers }: Desk,
  name: VersionName,
  placed: readonly Placed[],
  avoid: readonly string[] = [],
): Generator<{ readonly link: ChosenLink; readonly place: Place; readonly text: string }> {
  const phrases = createPhraseChooser(name, language);
  for (const { offer: number, place } of placed) {
    const offer = offers[number];
    const link = links[number];
    if (offer === undefined || link === undefined) continue;
    const isNamed = relevance.names(offer.head, place);
    let text = weave(phrases.choose(offer, isNamed), offer, link.url);
    // Chosen again, it is never the same one.
    for (let tries = 0; tries < mostTries && isKnown(text, link.url, avoid); tries += 1)
      text = weave(phrases.choose(offer, isNamed), offer, link.url);
    yield { link, place, text };
  }
}

/**
 * Writes versions one after the other, or one in words that are not to be avoided, and yields between steps, so that whoever
 * runs it can pause.
 */
export function* writeSteps(
  document: Document,
  links: readonly ChosenLink[],
  only: { readonly version: VersionName; readonly avoid: readonly string[] } | null = null,
): Generator<VersionStep | undefined> {
  const desk = yield* layOut(document, links);
  const taken: Map<number, Place>[] = [];
  yield;
  for (const name of only === null ? versionNames : [only.version]) {
    yield { name, asked: null };
    const placed = yield* choosePlaces(desk, name, taken);
    for (const { place, text } of additionsFor(desk, name, placed, only?.avoid))
      yield { name, asked: { at: place, text } };
    taken.push(new Map(placed.map(({ offer, place }) => [offer, place])));
  }
}

/** The versions with what is woven in, one after the other. */
export function* writeVersions(
  content: string,
  links: readonly ChosenLink[],
): Generator<Version | undefined> {
  const document = yield* scan(content);
  const numbered = numberSentences(document);
  let last: { readonly name: VersionName; readonly weaver: Weaver } | null = null;
  for (const step of writeSteps(document, links)) {
    if (step === undefined) yield undefined;
    else if (step.asked !== null) last?.weaver.take(step.asked, 'built-in');
    else {
      if (last !== null) yield { name: last.name, edits: last.weaver.edits() };
      const { name } = step;
      last = { name, weaver: createWeaver({ document, numbered, version: name, links }) };
    }
  }
  if (last !== null) yield { name: last.name, edits: last.weaver.edits() };
}
