import type { VersionName } from '#core/weave/version.ts';
import type { Language } from '#core/language/language.ts';
import type { Offer, PartName } from '#core/built-in-writer/offer/offer.ts';

import { english } from './english.ts';
import { german } from './german.ts';
import type { PhraseBook } from './phrase-book.ts';
import { chance, scoreOf, strongest, toldBy } from './score.ts';
import { spanish } from './spanish.ts';
import { createVariety } from './variety.ts';

const books: Readonly<Record<Language, PhraseBook>> = { en: english, de: german, es: spanish };

/** How far chance may outweigh what a template tells. */
const playfulness: Readonly<Record<VersionName, number>> = { safe: 0.3, exploratory: 2, experimental: 2 };

/** What a template gains that takes up a thing its passage speaks of. */
const namedBonus = 3.5;

const nothing: ReadonlySet<PartName> = new Set();

/** Chooses templates for one version: never one twice as long as there are others. */
export function createPhraseChooser(version: VersionName, language: Language) {
  const book = books[language];
  const variety = createVariety();

  function best(templates: readonly string[], offer: Offer, told = nothing, bonus = 0) {
    let choice: { readonly template: string; readonly score: number } | undefined;
    for (const [rank, template] of templates.entries()) {
      if (variety.has(template)) continue;
      const luck = playfulness[version] * chance(template + offer.anchor);
      const score = scoreOf(template, offer, told) + bonus + luck - 0.04 * rank - variety.fatigue(template);
      if (score > (choice?.score ?? -Infinity)) choice = { template, score };
    }
    return choice;
  }

  function first(offer: Offer, named: boolean): string {
    const own =
      named && version === 'safe' ? best(namedTemplates(book, offer), offer, nothing, namedBonus) : undefined;
    const plain = best(book.sentences[version], offer);
    const choice = (own?.score ?? -Infinity) > (plain?.score ?? -Infinity) ? own : plain;
    return variety.take(choice?.template ?? variety.combine(book.openings, book.bodies));
  }

  /** One more part of the description where that is worth a sentence; the boldest version always has a second one. */
  function second(offer: Offer, before: string): string {
    if (version === 'safe' || /[?.!] \S/.test(before)) return '';
    const told = toldBy(before, offer);
    const addition = best(book.additions, offer, told)?.template;
    if (addition !== undefined && (version === 'experimental' || strongest(addition) >= 3)) {
      return ` ${variety.take(addition)}`;
    }
    const closing = version === 'experimental' ? best(book.closings, offer, told)?.template : undefined;
    return closing === undefined ? '' : ` ${variety.take(closing)}`;
  }

  return {
    /** The template for the next link of the version, in the order of the text. `named`: its passage speaks of the thing. */
    choose(offer: Offer, named: boolean): string {
      if (offer.label) {
        const label = best(book.labels[version], offer)?.template;
        return variety.take(label ?? variety.combine(book.labelOpenings, book.labelBodies));
      }
      const template = first(offer, named);
      return template + second(offer, template);
    },
  };
}

function namedTemplates(book: PhraseBook, offer: Offer): readonly string[] {
  if (offer.parts.about !== undefined) return [];
  if (offer.agreement.two === 1) return book.named.many;
  return /^(?:an?|eine?|una?) /.test(offer.before) ? book.named.one : [];
}
