import { versionRules } from '#core/edits/edit.ts';
import type { Gaps } from '#core/generation/writing-job.ts';
import { detectLanguage, type Language } from '#core/language/language.ts';
import { memoize, wordSet } from '#core/lib/helpers.ts';
import type { Span } from '#core/lib/spans.ts';
import type { ChosenLink } from '#core/links/link.ts';
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

/** Words that only a noun or an adjective follows. In German, the capital letter of nouns says more. */
const determiners: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(
    'a an the this that these those my your our his her its their one two three four five six eight ten some each',
  ),
  de: wordSet('zwei drei vier fünf sechs acht zehn'),
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

/** A place where the author names the thing of a link. */
type Place = Span & { readonly words: number };

/**
 * Prepares the search for words of the author in a content, once for all versions.
 *
 * @param read returns the words of a link, and the passages that fit it
 */
export function readOwnWords(
  { document: { content }, numbered, avoid }: Gaps,
  forms: Forms,
  read: (link: ChosenLink) => { readonly phrase: Phrase; readonly fits: readonly Fit[] },
) {
  const language = detectLanguage(content);
  const { saysMuch, wordAhead } = createWordReader(language);

  /** Returns the places of the whole name and its parts: those with the most words first, then the earlier ones. */
  const placesOf = memoize((link: ChosenLink): Place[] => {
    const {
      phrase: { anchor },
      fits,
    } = read(link);
    const [whole, ...parts] =
      link.anchor === undefined ? namesIn(anchor, forms, language) : [wordsOf(link.anchor)];
    // The words for a page say nothing about the link.
    if (whole === undefined || anchor === forms.page) return [];
    const names = [whole, ...parts.filter((name) => name.length === 1 || name.every(saysMuch))];
    const pattern = patternOf(names, language);
    const places = bestOf(fits).flatMap(({ passage }) =>
      Array.from(content.slice(passage.start, passage.end).matchAll(pattern), ({ 0: found, index }) => {
        const start = passage.start + index;
        return { start, end: start + found.length, words: wordsOf(found).length };
      }),
    );
    return places.toSorted((a, b) => b.words - a.words || a.start - b.start);
  });

  /** Returns the words that get the link. Null: they are not about the thing, or the user has refused them. */
  function anchorAt({ start, end, words }: Place, link: ChosenLink): Span | null {
    const sentence = sentenceAt(numbered, end);
    if (sentence?.replaceable !== true || start < sentence.start) return null;
    const before = content.slice(sentence.start, start);
    const ahead = words === 1 ? wordAhead(before, content.slice(start, sentence.end), link) : '';
    if (ahead === null || avoid.includes(ahead + content.slice(start, end))) return null;
    return { start: start - ahead.length, end };
  }

  /**
   * Returns a function that finds words of the author that name the thing of a link: its whole name, or else the words
   * of it that still say what the thing is. No words are used twice in a version. Null: there are none, or the version
   * adds a sentence anyway.
   */
  return function createFinder({ name: version, edits }: Gaps['versions'][number]) {
    const taken: Span[] = [...edits];
    const rule = versionRules[version].linksAuthorsWords;
    return (link: ChosenLink): Span | null => {
      if (rule === 'never' || (rule === 'if-nothing-to-add' && saysMore(read(link).phrase, forms)))
        return null;
      for (const place of placesOf(link)) {
        const span = anchorAt(place, link);
        if (span === null || taken.some(({ start, end }) => start < span.end && span.start < end)) continue;
        taken.push(span);
        return span;
      }
      return null;
    };
  };
}

/** Whether a description says more than the name of the thing. */
function saysMore({ before, after }: Phrase, { small }: Forms): boolean {
  return after !== '' || before.split(' ').some((word) => word !== '' && !small.has(word));
}

/** Returns a pattern for names, of which the longest comes first, with and without plural endings. */
function patternOf(names: readonly (readonly string[])[], language: Language | null): RegExp {
  const ending = endings[language ?? 'en'];
  const patterns = names.map((name) => {
    const words = name.join(String.raw`${ending}['’ \u00A0-]`);
    return (language === 'de' ? words : words.replace(/(?<=[^s]{3})s$/u, '')) + ending;
  });
  return new RegExp(`${noLetterBefore}(?:${patterns.join('|')})${noLetterBehind}`, 'giu');
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
     * are the anchor. Null: the single word may be a verb, or may mean something else beside its neighbours.
     */
    wordAhead(before: string, rest: string, link: ChosenLink): string | null {
      const [ahead = '', beside = ''] = /([\p{L}\p{N}\p{M}'’-]+) $/u.exec(before) ?? [];
      const [, word = '', next = ''] =
        /^([\p{L}\p{N}\p{M}'’-]+)(?:\s([\p{L}\p{N}\p{M}'’-]+))?/u.exec(rest) ?? [];
      if (language === null || word.length < shortestName || weightOf(word) < nameWeight) return null;
      const own = new Set(readTerms(link.description).map(({ term }) => term));
      const isOwn = (neighbour: string) => readTerms(neighbour).some(({ term }) => own.has(term));
      const isDeterminer = /^\d/u.test(beside) || determiners[language].has(beside.toLowerCase());
      const mayPrecede = isOwn(beside) || isDeterminer;
      if (language === 'de')
        return isCapital(word) && beside !== '' && (mayPrecede || !saysMuch(beside)) ? ahead : null;
      // The word behind it can change the thing, as in "kettle corn".
      return mayPrecede && (isOwn(next) || !saysMuch(next)) ? ahead : null;
    },
  };
}
