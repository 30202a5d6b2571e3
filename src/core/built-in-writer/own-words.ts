import { versionRules } from '#core/edits/edit.ts';
import type { Gaps } from '#core/generation/writing-job.ts';
import { detectLanguage, type Language } from '#core/language/language.ts';
import { wordSet } from '#core/lib/helpers.ts';
import type { Span } from '#core/lib/spans.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { sentenceAt } from '#core/prompt/numbered-text.ts';
import { createTermReader } from '#core/ranking/terms.ts';
import type { Fit } from '#core/ranking/weigh-links.ts';

import type { Forms } from './languages.ts';

/** The endings of plurals. They may be missing. */
const endings: Readonly<Record<Language, string>> = {
  en: '(?:e?s)?',
  de: '(?:e?n|e?s|er?)?',
  es: '(?:e?s)?',
};
const noLetterBefore = String.raw`(?<![\p{L}\p{N}\p{M}'’-])`;
const noLetterBehind = String.raw`(?![\p{L}\p{N}\p{M}'’-])`;

/** The least weight of a word that names a thing alone. Words such as "plan" and "day" mean too much. */
const nameWeight = 0.7;
/** A shorter word names too many things. In UTF-16 units. */
const shortestName = 6;
/** Small words have no weight, and advertising words at most this one. */
const salesWeight = 0.3;

/** Words that only a noun follows. In German, the capital letter shows it. */
const determiners: Readonly<Record<Exclude<Language, 'de'>, ReadonlySet<string>>> = {
  en: wordSet(
    'a an the this that these those my your our his her its their one two three four five six eight ten some each',
  ),
  es: wordSet(
    'un una unos unas el la los las mi mis tu tus su sus este esta estos estas nuestro nuestra dos tres',
  ),
};

/**
 * The words of a description, divided into the anchor and the words around it. Joined, they are the user's words,
 * whole or up to a clear break.
 */
export type Phrase = { readonly before: string; readonly anchor: string; readonly after: string };

/** How many passages are searched for a link. */
const mostFits = 50;

/** Returns the fits with the best scores, the best first. */
export function bestOf(fits: readonly Fit[]): Fit[] {
  return fits.toSorted((a, b) => b.score - a.score).slice(0, mostFits);
}

/**
 * Returns a function that finds words of the author that name the thing of a link: its whole name, or else the words of
 * it that still say what the thing is. Of equally long names, the first one in the text counts. No words are used
 * twice. Null: there are none, or the version adds a sentence anyway.
 */
export function createOwnWordsFinder(
  { document: { content }, numbered, avoid }: Gaps,
  { name: version, edits }: Gaps['versions'][number],
  forms: Forms,
) {
  const language = detectLanguage(content);
  const ending = endings[language ?? 'en'];
  const { saysMuch, wordAhead } = createWordReader(language);
  const taken: Span[] = [...edits];

  function placesOf(name: readonly string[], fits: readonly Fit[]): Span[] {
    const words = name.join(String.raw`${ending}['’ \u00A0-]`);
    const stem = language === 'de' ? words : words.replace(/(?<=[^s]{3})s$/u, '');
    const pattern = new RegExp(noLetterBefore + stem + ending + noLetterBehind, 'giu');
    const places = fits.flatMap(({ passage }) =>
      Array.from(content.slice(passage.start, passage.end).matchAll(pattern), ({ 0: found, index }) => {
        const start = passage.start + index;
        return { start, end: start + found.length };
      }),
    );
    return places.toSorted((a, b) => a.start - b.start);
  }

  /** Returns the words that get the link. Null: they are not free, or not about the thing. */
  function anchorAt(place: Span, link: LinkToWeave, isOneWord: boolean): Span | null {
    const sentence = sentenceAt(numbered, place.end);
    if (sentence?.replaceable !== true || place.start < sentence.start) return null;
    const before = content.slice(sentence.start, place.start);
    const ahead = isOneWord ? wordAhead(before, content.slice(place.start, sentence.end), link) : '';
    if (ahead === null) return null;
    const span = { start: place.start - ahead.length, end: place.end };
    const isTaken = taken.some(({ start, end }) => start < span.end && span.start < end);
    return isTaken || avoid.includes(content.slice(span.start, span.end)) ? null : span;
  }

  return (link: LinkToWeave, { before, anchor, after }: Phrase, fits: readonly Fit[]): Span | null => {
    const { linksAuthorsWords: rule } = versionRules[version];
    const hasMore = after !== '' || before.split(' ').some((word) => word !== '' && !forms.small.has(word));
    if (rule === 'never' || (rule === 'if-nothing-to-add' && hasMore)) return null;
    // The words for a page say nothing about the link.
    if (anchor === forms.page) return null;
    const best = bestOf(fits);
    const names = link.anchor === undefined ? namesIn(anchor, forms, language) : [wordsOf(link.anchor)];
    for (const [index, name] of names.entries()) {
      if (index > 0 && name.length > 1 && !name.every(saysMuch)) continue;
      for (const place of placesOf(name, best)) {
        const span = anchorAt(place, link, name.length === 1);
        if (span === null) continue;
        taken.push(span);
        return span;
      }
    }
    return null;
  };
}

const isCapital = (word = '') => /^\p{Lu}/u.test(word);
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Returns the name and its shorter forms, the longest first. Each says what the thing is. */
function namesIn(anchor: string, { small, isNounLast }: Forms, language: Language | null): string[][] {
  const isSmall = (word: string) => small.has(word.toLowerCase());
  const words = anchor.split(' ');
  const whole = words.slice(words.findIndex((word) => !isSmall(word)));
  const until = whole.findIndex(
    (word, at) => isSmall(word) || (language === 'de' && !isCapital(word) && isCapital(whole[at - 1])),
  );
  const thing = until < 0 ? whole : whole.slice(0, until);
  const shorter = thing.map((_, cut) => (isNounLast ? thing.slice(cut) : thing.slice(0, thing.length - cut)));
  const names = until < 0 ? shorter : [whole, ...shorter];
  return names.map((name) => wordsOf(name.join(' '))).filter((name) => name.length > 0);
}

/** Returns functions that read words of names. */
function createWordReader(language: Language | null) {
  const readTerms = createTermReader(language);
  const weightOf = (word: string) => Math.max(0, ...readTerms(word).map(({ weight }) => weight));

  const saysMuch = (word: string) => weightOf(word) > salesWeight;

  return {
    saysMuch,
    /**
     * Returns the word before a single word that names the thing of a link, with the space between them: together they
     * are the anchor. Null: the single word is a verb, or means something else beside its neighbours.
     */
    wordAhead(before: string, rest: string, link: LinkToWeave): string | null {
      const [ahead = '', beside = ''] = /([\p{L}\p{N}\p{M}'’-]+) $/u.exec(before) ?? [];
      const [, word = '', next = ''] =
        /^([\p{L}\p{N}\p{M}'’-]+)(?:\s([\p{L}\p{N}\p{M}'’-]+))?/u.exec(rest) ?? [];
      if (language === null || word.length < shortestName || weightOf(word) < nameWeight) return null;
      const own = new Set(readTerms(link.description).map(({ term }) => term));
      // Such a word changes the thing, as in "kettle corn" and "paper lamp".
      const isOther = (neighbour: string) =>
        saysMuch(neighbour) && !readTerms(neighbour).some(({ term }) => own.has(term));
      const isOwn = readTerms(beside).some(({ term }) => own.has(term));
      // In German, only nouns begin with a capital letter, and no word behind a noun changes it.
      if (language === 'de') return isCapital(word) && beside !== '' && !isOther(beside) ? ahead : null;
      return (isOwn || determiners[language].has(beside.toLowerCase())) && !isOther(next) ? ahead : null;
    },
  };
}
