import type { Block, Document } from '#core/document/document.ts';
import { versionRules, type Spot } from '#core/edits/edit.ts';
import { beginsLine, findEnd, paragraphBehind } from '#core/edits/spots.ts';
import type { Filling, Gaps } from '#core/generation/writing-job.ts';
import { detectLanguage } from '#core/language/language.ts';
import { firstEndingAt, memoize, type Pausable, type Span } from '#core/lib/helpers.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { sentenceAt } from '#core/prompt/numbered-text.ts';
import { createTermReader, type TermReader } from '#core/ranking/terms.ts';
import { type Fit, weighLinks } from '#core/ranking/weigh-links.ts';

import { createFormChooser, formsFor, type Forms } from './languages.ts';
import { readDescription, type Phrase } from './link-phrase.ts';
import { bestOf, readOwnWords } from './own-words.ts';

/**
 * The least score for a place. It is higher than for a suggestion, because a wrong place is worse than the end of the
 * text.
 */
const placeFloor = 1.21;
/** In UTF-16 units. */
const longestTitle = 100;
/** A place in a block without other additions has at least this share of the best score. */
const aloneShare = 0.8;

/**
 * Finds words of the author for each link in each version, or else writes an addition with the words of its
 * description, in steps.
 */
export function* pointAtLinks(gaps: Gaps): Pausable<Filling[]> {
  const { document, versions, avoid } = gaps;
  const links = [...new Set(versions.flatMap((version) => version.links))];
  const fits = yield* weighLinks(document, links);
  const forms = formsFor(document.content, links);
  yield;
  const raise = createRaising(document, forms);
  const read = memoize((link: ChosenLink) => {
    const phrase = readDescription(link, forms);
    return { phrase, fits: raise(fits.get(link) ?? [], phrase) };
  });
  const createFinder = readOwnWords(gaps, forms, read);
  yield;
  const fillings: Filling[] = [];
  for (const version of versions) {
    const chooseSpot = createSpotChooser(gaps, version);
    const chooseForm = createFormChooser(forms, version.name, avoid);
    const findOwnWords = createFinder(version);
    const additions: { link: ChosenLink; at: Spot; fits: boolean }[] = [];
    for (const link of version.links) {
      const over = findOwnWords(link);
      yield;
      if (over !== null) {
        fillings.push({ version: version.name, link, over });
        continue;
      }
      const spot = chooseSpot(read(link).fits);
      const at = spot ?? (yield* findEnd(document));
      yield;
      if (at !== null) additions.push({ link, at, fits: spot !== null });
    }
    // An addition that fits takes an opening before one that is only offered.
    const fitFirst = additions.toSorted((a, b) => Number(b.fits) - Number(a.fits));
    for (const { link, at, fits: isFit } of fitFirst) {
      const { phrase } = read(link);
      const words = phrase.before + writeMarkup(phrase.anchor, link.url) + phrase.after;
      const start = beginsLine(document, at) ? at.offset : document.blocks[at.block]?.sentences[0]?.start;
      const before = document.content.slice(start, at.offset).replace(/^.*[\r\n]/su, '');
      const told = phrase.before + phrase.anchor + phrase.after;
      const text = chooseForm(link.url, before, told).replace('{}', () => words);
      fillings.push({ version: version.name, link, asked: { at, text }, fits: isFit });
    }
  }
  return fillings;
}

/** A word with a lower weight is an ordinary or a very short one. */
const leastThingWeight = 0.7;

/** Returns the term of the noun that names the thing. Undefined: none does. */
function thingIn({ anchor }: Phrase, { small, isNounLast }: Forms, readTerms: TermReader) {
  const words = anchor.split(' ').filter((word) => /\p{L}{3}/u.test(word) && !small.has(word.toLowerCase()));
  const noun = readTerms(words.at(isNounLast ? -1 : 0) ?? '').at(-1);
  return noun !== undefined && noun.weight >= leastThingWeight ? noun.term : undefined;
}

/** Returns a function that makes a passage a place for a link if the heading directly above it names the thing. */
function createRaising({ content, blocks }: Document, forms: Forms) {
  const readTerms = createTermReader(detectLanguage(content));
  const termsOf = memoize(({ start, end }: Block) =>
    readTerms(content.slice(start, end)).map(({ term }) => term),
  );
  const headingAbove = ({ start }: Span) => {
    const at = firstEndingAt(blocks, start);
    const above = start === blocks[at]?.start ? blocks[at - 1] : undefined;
    return above?.kind === 'heading' ? above : undefined;
  };

  return (fits: readonly Fit[], phrase: Phrase): readonly Fit[] => {
    const thing = thingIn(phrase, forms, readTerms);
    if (thing === undefined) return fits;
    return fits.map((fit) => {
      const heading = fit.score < placeFloor ? headingAbove(fit.passage) : undefined;
      return heading !== undefined && termsOf(heading).includes(thing) ? { ...fit, score: placeFloor } : fit;
    });
  };
}

/**
 * Chooses places for additions: preferably the end of the passage about the link, or else a new paragraph behind its
 * block. In some versions the new paragraph is preferred. No place is used twice.
 *
 * @returns a function that takes the passages for a link and returns a place. Null: no place is good enough and free.
 */
function createSpotChooser({ document, numbered }: Gaps, { name, edits }: Gaps['versions'][number]) {
  const { blocks } = document;
  // A sentence and a paragraph behind it may begin at the same offset.
  const taken = new Set(edits.flatMap(({ start }) => [`${start} false`, `${start} true`]));
  const crowded = new Set(edits.map(({ start }) => firstEndingAt(blocks, start)));

  function spotsNear({ sentence, passage }: Pick<Fit, 'sentence' | 'passage'>): Spot[] {
    const aim = sentenceAt(numbered, sentence.end);
    const block = blocks[aim?.block ?? -1];
    if (aim === undefined || block === undefined) return [];
    const end = block.sentences.length <= 6 ? block.end : passage.end;
    const group = numbered
      .slice(aim.number - 1, aim.number + 12)
      .filter((each) => each.block === aim.block && each.end <= end);
    const behind = group.findLast(({ insertable }) => insertable);
    const inline =
      behind === undefined || block.kind === 'list'
        ? []
        : [{ offset: behind.end, block: aim.block, ownParagraph: false }];
    // A short line without the end of a sentence is probably the title of what follows.
    const isTitle = behind === undefined && block.kind === 'prose' && block.end - block.start <= longestTitle;
    const below = isTitle ? blocks[aim.block + 1] : undefined;
    const last = below?.kind === 'prose' ? below.sentences.at(-1) : undefined;
    if (below !== undefined && last !== undefined && sentenceAt(numbered, last.end)?.insertable === true)
      return spotsNear({ sentence: last, passage: below });
    const own = (isTitle ? null : paragraphBehind(document, aim.block)) ?? [];
    const isAtEnd = behind?.number === group.at(-1)?.number || block.end > end;
    return !versionRules[name].paragraphFirst && isAtEnd ? inline.concat(own) : [own, inline].flat();
  }

  const isFree = ({ offset, ownParagraph }: Spot) =>
    !taken.has(`${offset} ${ownParagraph}`) &&
    !edits.some(({ start, end }) => start < offset && offset < end);

  /** Returns the best free place. One in a block without other additions is better, if it fits nearly as well. */
  function best(fits: readonly Fit[]): Spot | null {
    let first: { readonly spot: Spot; readonly score: number } | null = null;
    for (const fit of fits) {
      if (first !== null && fit.score < aloneShare * first.score) break;
      const free = spotsNear(fit).filter(isFree);
      const alone = free.find(({ block }) => !crowded.has(block));
      if (alone !== undefined) return alone;
      const [spot] = free;
      if (spot !== undefined) first ??= { spot, score: fit.score };
    }
    return first?.spot ?? null;
  }

  return (fits: readonly Fit[]): Spot | null => {
    const spot = best(bestOf(fits.filter(({ score }) => score >= placeFloor)));
    if (spot !== null) {
      taken.add(`${spot.offset} ${spot.ownParagraph}`);
      crowded.add(spot.block);
    }
    return spot;
  };
}
