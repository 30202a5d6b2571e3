import { isClosing } from '#core/document/closings.ts';
import type { Document } from '#core/document/document.ts';
import { type NumberedSentence, sentenceAt } from '#core/document/numbered-sentences.ts';
import type { Gaps } from './gaps.ts';
import { detectLanguage, type Language } from '#core/language/language.ts';
import { memoize, overlapping, wordSet, type Span } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { createTermReader, type TermReader } from '#core/ranking/terms.ts';
import type { PlacedFit } from '#core/ranking/weigh-links.ts';

import type { Forms } from './languages.ts';
import { container, type Phrase } from './link-phrase.ts';

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
/** A shorter word names too many things, unless it is the whole name. In UTF-16 units. */
const shortestName = 6;
/** A longer German word is mostly a compound, which says what the thing is. In UTF-16 units. */
const longGerman = 9;
/** Small words have no weight, and advertising words at most this one. */
const salesWeight = 0.3;

/** Words that only a noun or an adjective follows. In German, the capital letter of nouns says more. */
const determiners: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(
    'a an the this that these those my your our his her its their one two three four five six eight ten some each',
  ),
  de: wordSet(
    'ein eine einen einem einer eines der die das den dem des mein meine meinen meinem meiner dein deine deinen sein seine ' +
      'ihr ihre unser unsere diese dieser dieses diesen zwei drei vier fünf sechs acht zehn',
  ),
  es: wordSet(
    'un una unos unas el la los las mi mis tu tus su sus este esta estos estas nuestro nuestra dos tres',
  ),
};

/** Matches the name of a person or a shop behind a thing. In German, only these two words show that it is one. */
const sellers: Readonly<Record<Language, RegExp>> = {
  en: /^[*_”"]*\s+(?:with|from|by|at)\s+[*_“"]*(\p{Lu}[\p{L}\p{N}]*)/u,
  de: /^[*_”"]*\s+(?:von|bei)\s+[*_“"]*(\p{Lu}[\p{L}\p{N}]*)/u,
  es: /^[*_”"]*\s+(?:con|de|en)\s+[*_“"]*(\p{Lu}[\p{L}\p{N}]*)/u,
};

/** How many passages are searched for a link. */
const mostFits = 50;

/** Returns the fits with the best places, the best first. */
export function bestOf(fits: readonly PlacedFit[]): PlacedFit[] {
  return fits.toSorted((a, b) => b.place - a.place).slice(0, mostFits);
}

/** A place where the author names the thing of a link. `length` counts the words. */
type Place = Span & { readonly length: number };

/**
 * Prepares the search for words of the author in a content, once for all versions.
 *
 * @param read returns the words of a link, and the passages that fit it
 */
export function readOwnWords(
  { document, numbered, avoid }: Gaps,
  forms: Forms,
  read: (link: ChosenLink) => { readonly phrase: Phrase; readonly fits: readonly PlacedFit[] },
) {
  const { content } = document;
  const language = detectLanguage(content);
  const words = createWordReader(language, content);
  /** Returns what to search for: the wished anchor alone, or else the name of the thing and its shorter forms. */
  const namesOf = memoize((link: ChosenLink) => namesIn(link, read(link).phrase, forms, words));
  /** Returns the places of the whole name and its parts: those with the most words first, then the earlier ones. */
  const placesOf = memoize((link: ChosenLink): Place[] => {
    const names = namesOf(link).names.filter((name) => name.length > 0);
    if (names.length === 0) return [];
    const pattern = patternOf(names, language);
    const places = bestOf(read(link).fits).flatMap(({ passage }) =>
      Array.from(content.slice(passage.start, passage.end).matchAll(pattern), ({ 0: found, index }) => {
        const start = passage.start + index;
        return { start, end: start + found.length, length: wordsOf(found).length };
      }),
    );
    return places.toSorted((a, b) => b.length - a.length || a.start - b.start);
  });

  /** Returns the words that get the link. Null: they are not about the thing, or the user has refused them. */
  function anchorAt({ start, end, length }: Place, link: ChosenLink): Span | null {
    const sentence = sentenceAt(numbered, end);
    if (sentence === undefined || start < sentence.start || !isOpen(document, sentence)) return null;
    const before = content.slice(sentence.start, start);
    const names = namesOf(link);
    const rest = content.slice(start, sentence.end);
    if (words.isPartOfName(before, content.slice(end, sentence.end), link)) return null;
    const ahead = length === 1 ? words.wordAhead(before, rest, link, names) : '';
    if (ahead === null || avoid.includes(ahead + content.slice(start, end))) return null;
    return { start: start - ahead.length, end };
  }

  /** Returns a function that finds words of the author for a link. None are used twice. Null: there are none. */
  return function createFinder({ edits }: Gaps['versions'][number]) {
    const used: Span[] = [...edits];
    return (link: ChosenLink): Span | null => {
      for (const place of placesOf(link)) {
        const span = anchorAt(place, link);
        if (span === null || used.some(({ start, end }) => start < span.end && span.start < end)) continue;
        used.push(span);
        return span;
      }
      return null;
    };
  };
}

/** Whether a sentence, or an item of a list, has no links, code and tags, and is no greeting. */
function isOpen({ content, blocks }: Document, sentence: NumberedSentence): boolean {
  const { start, end, block, plain, linkable } = sentence;
  const list = blocks[block];
  if (list !== undefined && isClosing(content, list)) return false;
  if (!linkable || list?.kind !== 'list') return linkable && plain;
  return overlapping(list.opaque, sentence).length === 0 && !/[[\]<>`\\]/u.test(content.slice(start, end));
}

/** Returns a pattern for names, of which the longest comes first, with and without plural endings. */
function patternOf(names: readonly (readonly string[])[], language: Language | null): RegExp {
  const ending = endings[language ?? 'en'];
  const patterns = names.map((name) => {
    const words = name.join(String.raw`${ending}(?:['’ \u00A0-]|\r?\n[ \t]*)`);
    return (language === 'de' ? words : words.replace(/(?<=[^s]{3})s$/u, '')) + ending;
  });
  return new RegExp(`${noLetterBefore}(?:${patterns.join('|')})${noLetterBehind}`, 'giu');
}

const isCapital = (word = '') => /^\p{Lu}/u.test(word);
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

type Names = {
  /** The whole name of a thing and its shorter forms, the longest first. Each says what the thing is. */
  readonly names: readonly (readonly string[])[];
  /** The number of words of the thing, without what a small word adds, as in "pan of iron". */
  readonly thing: number;
};

/** Returns the names of a link: none for the words of a page, because they say nothing about it. */
function namesIn(
  { anchor: wish }: ChosenLink,
  { anchor }: Phrase,
  { small, isNounLast, page }: Forms,
  { language, saysMuch }: WordReader,
): Names {
  if (wish !== undefined) return { names: [wordsOf(wish)], thing: 1 };
  if (anchor === page) return { names: [], thing: 0 };
  const isSmall = (word: string) => small.has(word.toLowerCase());
  const all = anchor.split(' ');
  const containerEnd = all.findIndex((word, at) => isSmall(word) && container.test(all[at - 1] ?? ''));
  const whole = all.slice(all.findIndex((word, at) => at > containerEnd && !isSmall(word)));
  const until = whole.findIndex(
    (word, at) =>
      isSmall(word) ||
      (language === 'de' && !isCapital(word) && !/^\d/u.test(word) && isCapital(whole[at - 1])),
  );
  const thing = until < 0 ? whole : whole.slice(0, until);
  const parts = isNounLast
    ? thing.map((_, cut) => thing.slice(cut))
    : whole.map((_, cut) => whole.slice(0, whole.length - cut));
  const saysThing = (name: readonly string[]) =>
    name.length === 1 ? !container.test(name.join()) : name.every((word) => isSmall(word) || saysMuch(word));
  const ends = (name: readonly string[]) => !/^\d/u.test(name.at(-1) ?? '') && !isSmall(name.at(-1) ?? '');
  const forms = [whole, ...parts.filter((name) => saysThing(name) && ends(name))];
  return { names: forms.map((name) => wordsOf(name.join(' '))), thing: thing.length };
}

type WordReader = ReturnType<typeof createWordReader>;

/** Returns functions that judge single words in a language. Null: it is not known, so no single word is a name. */
function createWordReader(language: Language | null, content: string) {
  const readTerms = createTermReader(language);
  const isSaid = memoize((term: string) =>
    new RegExp(String.raw`(?<![\p{L}\p{M}])${term}`, 'iu').test(content),
  );
  const weightOf = (word: string) => Math.max(0, ...readTerms(word).map(({ weight }) => weight));
  /** Whether the word is neither a small nor an advertising word. */
  const saysMuch = (word: string) => weightOf(word) > salesWeight;

  return {
    language,
    saysMuch,
    isPartOfName: createNameCheck(language, readTerms),
    /**
     * Returns the word of the name before a single word that names the thing of a link, with the space between them:
     * together they are the anchor. Empty: the single word is the anchor. Null: it may be a verb, or may mean something
     * else beside its neighbours.
     *
     * @param names the names of the thing of the link
     */
    wordAhead(before: string, rest: string, link: ChosenLink, { names, thing }: Names): string | null {
      const [whole = []] = names;
      const [ahead = '', beside = ''] = /([\p{L}\p{N}\p{M}'’-]+) $/u.exec(before) ?? [];
      const [, word = '', next = ''] =
        /^([\p{L}\p{N}\p{M}'’-]+)(?:\s([\p{L}\p{N}\p{M}'’-]+))?/u.exec(rest) ?? [];
      if (language === null || !saysMuch(word)) return null;
      if (whole.length > 1 && (word.length < shortestName || weightOf(word) < nameWeight)) return null;
      const terms = readTerms(link.description);
      const own = new Set(terms.map(({ term }) => term));
      const isOwn = (neighbour: string) => readTerms(neighbour).some(({ term }) => own.has(term));
      const isDeterminer = /^\d/u.test(beside) || determiners[language].has(beside.toLowerCase());
      // "The insurance" is a pet insurance only in a text about pets.
      const same = new Set(readTerms(word).map(({ term }) => term));
      const isOther = ({ term, weight }: (typeof terms)[number]) =>
        weight >= nameWeight && !same.has(term) && isSaid(term);
      const isTopic = thing === 1 || (language === 'de' && word.length >= longGerman) || terms.some(isOther);
      const mayPrecede = isOwn(beside) || (isDeterminer && isTopic);
      // An ordinary adjective may stand before a German noun, but no other small word.
      if (language === 'de') {
        const isOrdinary = weightOf(beside) > 0 && !saysMuch(beside);
        if (!isCapital(word) || !(mayPrecede || (isOrdinary && isTopic))) return null;
        return isDeterminer ? '' : ahead;
      }
      // The word behind it can change the thing, as in "kettle corn".
      if (!mayPrecede || !(isOwn(next) || !saysMuch(next))) return null;
      return isDeterminer ? '' : ahead;
    },
  };
}

/** Returns a function that says whether words are part of another name. Words of the link are no other name. */
function createNameCheck(language: Language | null, readTerms: TermReader) {
  return (before: string, behind: string, { description }: ChosenLink): boolean => {
    const own = new Set(readTerms(description).map(({ term }) => term));
    const isOwn = (word: string) => {
      // "SampleCoffee" has two terms. It is another name though one of them is "coffee".
      const terms = readTerms(word);
      return (terms.length > 0 && terms.every(({ term }) => own.has(term))) || /^\d/u.test(word);
    };
    const isBeside = /[ \u00A0]$/u.test(before);
    // The first word of a sentence has a capital letter anyway.
    const [, ...ahead] = isBeside
      ? before
          .slice(-120)
          .trimEnd()
          .split(/[ \u00A0]/u)
      : [];
    const name = ahead.findLast((word) => !isOwn(word)) ?? '';
    const [, next = ''] = /^[ \u00A0-](\p{Lu}[\p{L}\p{N}]*)/u.exec(behind) ?? [];
    const [, seller = ''] = sellers[language ?? 'en'].exec(behind) ?? [];
    const isOther = [next, seller].some((word) => word !== '' && !isOwn(word));
    return isOther || /^\p{Lu}[\p{L}\p{N}.-]*$/u.test(name);
  };
}
