import { isClosing } from '#core/document/closings.ts';
import { type Block, type Document, headingLevel } from '#core/document/document.ts';
import { closedEnd } from '#core/document/words-and-sentences.ts';
import type { LinesRequest, Spot } from '#core/edits/edit.ts';
import { keepsText } from '#core/edits/version-rules.ts';
import { findEnd, lastBetween, lineBehind, textBlocks } from '#core/edits/spots.ts';
import type { Filling, Gaps } from './gaps.ts';
import { detectLanguage } from '#core/language/language.ts';
import { firstEndingAt, memoize, type Span } from '#core/lib/helpers.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { createTermReader, type TermReader } from '#core/ranking/terms.ts';
import { fitFloor, type PlacedFit, weighLinks } from '#core/ranking/weigh-links.ts';

import { formsFor, jointsOf, labelAmong, type Forms } from './languages.ts';
import { readDescription, type Phrase } from './link-phrase.ts';
import { bestOf, readOwnWords } from './own-words.ts';

/** The least score for a place. Higher than for a suggestion: a wrong place is worse than the end of the text. */
const placeFloor = 1.21;
/** The least value of a place, so that one ordinary word makes none. */
const leastPlace = 0.45;
/** A section without another line is chosen if its place has at least this share of the best. */
const aloneShare = 0.9;
const mostAtPlace = 2;
/** A line with more links is hard to read. They become a list. */
const mostInLine = 5;

type Version = Gaps['versions'][number];

type Read = { readonly phrase: Phrase; readonly fits: readonly PlacedFit[] };

/**
 * Finds words of the author for each link in each version. The other links stand in lines of labels and
 * descriptions, so that no grammar can fail: in safe in one line at the end, in exploratory each behind the section that
 * it fits, in experimental in a list at the end.
 */
export function pointAtLinks(gaps: Gaps): Filling[] {
  const { document, versions, avoid } = gaps;
  const links = [...new Set(versions.flatMap((version) => version.links))];
  const weighed = weighLinks(document, links);
  const forms = formsFor(document.content, links);
  const raise = createRaising(document, forms);
  const read = memoize((link: ChosenLink): Read => {
    const phrase = readDescription(link, forms);
    return { phrase, fits: raise(weighed.get(link) ?? [], phrase) };
  });
  const createFinder = readOwnWords(gaps, forms, read);
  const end = findEnd(document) ?? lastBetween(document);
  const fillings: Filling[] = [];
  for (const version of versions) {
    const findOwnWords = createFinder(version);
    const left: ChosenLink[] = [];
    for (const link of version.links) {
      const over = findOwnWords(link);
      const isOffer = version.skipped.includes(link);
      if (over === null) left.push(link);
      else fillings.push({ version: version.name, link, over, isOffer });
    }
    const write = createLineWriter(version, { forms, read, avoid });
    fillings.push(...linesFor(document, version, { left, read, end, write }));
  }
  return fillings;
}

type LineWriter = ReturnType<typeof createLineWriter>;

type Left = {
  readonly left: readonly ChosenLink[];
  readonly read: (link: ChosenLink) => Read;
  /** Null: nothing may stand at the end of the content, nor between its blocks. */
  readonly end: Spot | null;
  readonly write: LineWriter;
};

function linesFor(
  document: Document,
  { name, skipped }: Version,
  { left, read, end, write }: Left,
): Filling[] {
  const fits = (link: ChosenLink) => read(link).fits.some(({ score }) => score >= fitFloor);
  const isOffer = (link: ChosenLink) => skipped.includes(link) || (keepsText(name) && !fits(link));
  const offered = end === null ? [] : left.filter(isOffer).map((link) => write.offer(link, end));
  const rest = left.filter((link) => !isOffer(link));
  const placed = name === 'exploratory' ? calloutsFor(document, rest, read) : [];
  const atEnd = rest.filter((link) => !placed.some((each) => each.link === link));
  const callouts = placed.map(({ link, at }) => write.callout(link, at));
  return [
    ...callouts,
    ...(atEnd.length === 0 || end === null ? [] : [write.closing(atEnd, end)]),
    ...offered,
  ];
}

function calloutsFor(document: Document, links: readonly ChosenLink[], read: Left['read']) {
  const behind = createSectionReader(document);
  const counts = new Map<number, number>();
  const countAt = ({ offset }: Spot) => counts.get(offset) ?? 0;
  return links.flatMap((link) => {
    const fits = read(link).fits.filter(({ score, place }) => score >= placeFloor && place >= leastPlace);
    const best = bestOf(fits);
    const near = best.filter(({ place }) => place >= aloneShare * (best[0]?.place ?? 0));
    const spots = near.flatMap(({ sentence }) => behind(sentence) ?? []);
    const at = spots.find((spot) => countAt(spot) === 0) ?? spots.find((spot) => countAt(spot) < mostAtPlace);
    if (at === undefined) return [];
    counts.set(at.offset, countAt(at) + 1);
    return [{ link, at }];
  });
}

function createLineWriter(
  { name: version }: Version,
  { forms, read, avoid }: { forms: Forms; read: Left['read']; avoid: Gaps['avoid'] },
) {
  const label = labelAmong(forms.labels, avoid);
  const describe = (link: ChosenLink): string => {
    const { before, anchor, after } = read(link).phrase;
    if (before !== '') return capitalized(before) + writeMarkup(anchor, link.url) + after;
    return writeMarkup(nameOf(link, anchor), link.url) + after;
  };
  /** Behind the colon of a label stands no other one. */
  const name = (link: ChosenLink): string => {
    const { anchor } = read(link).phrase;
    const words = link.anchor === undefined ? anchor.replaceAll(/ ?: /gu, ' – ') : anchor;
    return writeMarkup(nameOf(link, words), link.url);
  };
  // The user has refused a line that begins with an arrow.
  const isArrowRefused = avoid.some((text) => /^[→←]/u.test(text.trim()));

  const lineFor = (link: ChosenLink, at: Spot): LinesRequest => ({
    at,
    form: 'line',
    label: isArrowRefused ? label : '',
    items: [describe(link)],
  });
  const filling = (lines: LinesRequest, links: readonly ChosenLink[], isOffer: boolean): Filling => ({
    version,
    isOffer,
    lines,
    calls: links.map((link) => ({ link, lines: lineFor(link, lines.at) })),
  });

  return {
    callout: (link: ChosenLink, at: Spot) => filling(lineFor(link, at), [link], false),
    offer: (link: ChosenLink, at: Spot) => filling(lineFor(link, at), [link], true),
    /** Writes the line or the list at the end. */
    closing(links: readonly ChosenLink[], at: Spot): Filling {
      const isList = links.length > (version === 'experimental' ? 1 : mostInLine);
      const names = links.map(name);
      const lines: LinesRequest = isList
        ? { at, form: 'list', label: labelAmong(forms.headings, avoid), items: links.map(describe) }
        : { at, form: 'line', label, items: names, joints: jointsOf(names, forms) };
      return filling(lines, links, false);
    },
  };
}

/** Whether somebody speaks before or behind the end of a block, or a short text there leads over to a list. */
function isJoined(content: string, { start, end }: Block, next: Block | undefined): boolean {
  if (next?.kind !== 'prose') return false;
  const behind = content.slice(next.start, Math.min(next.end, next.start + 200)).replaceAll(/<[^<>]*>/gu, '');
  const isAnswer = /^(?:[^.!?"“„«»]{0,40}[:,;]\s*)?["“„«»]/u.test(behind);
  const leadsOver = next.end - next.start < 120 && /:\s*$/u.test(behind);
  return (
    isAnswer || leadsOver || /["”»“](?:<[^<>]*>)?\s*$/u.test(content.slice(Math.max(start, end - 20), end))
  );
}

/** Returns the anchor as it stands at the start of a line. A wished anchor stays as it is. */
function nameOf({ anchor: wish }: ChosenLink, anchor: string): string {
  return wish === undefined ? capitalized(anchor) : anchor;
}

/** Returns the text with a capital letter, unless its first word has its own, as in "iPhone". */
function capitalized(text: string): string {
  return /^\p{Ll}+(?![\p{L}\p{N}])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** If more text of the section stands behind a passage, the line stands behind its block. In UTF-16 units. */
const longSection = 1000;

/**
 * Returns a function that finds the place for a line of its own: at the end of the section that a sentence lies in, or of
 * a list below its paragraph. Null: none may stand there. A line never parts a list from what introduces it, and never
 * stands behind a greeting.
 */
function createSectionReader(document: Document): (sentence: Span) => Spot | null {
  const { content } = document;
  const texts = textBlocks(document);
  const mayEnd = (index: number): Spot | null => {
    const block = texts[index];
    const next = texts[index + 1];
    if (block === undefined || headingLevel(content, block) !== null || isTitle(content, block)) return null;
    if (isClosing(content, block, texts[index - 1]) || (block.kind === 'prose' && next?.kind === 'list'))
      return null;
    return isJoined(content, block, next) ? null : lineBehind(document, texts, index);
  };
  const headings = texts.flatMap((block, index) => (headingLevel(content, block) !== null ? [index] : []));

  return (sentence) => {
    const found = firstEndingAt(texts, sentence.end);
    const block = texts[found];
    const own = block !== undefined && isTitle(content, block) ? found + 1 : found;
    const heading = headings.length > 0 ? headings.find((index) => index > own) : own + 1;
    const last = (heading ?? texts.length) - 1;
    const isNear = (index: number) => (texts[index]?.end ?? 0) - sentence.end <= longSection;
    for (let index = isNear(last) ? last : own; index >= own; index -= 1) {
      const spot = mayEnd(index);
      if (spot !== null) return spot;
    }
    return texts[own + 1]?.kind === 'list' ? mayEnd(own + 1) : null;
  };
}

/** In UTF-16 units. */
const longestTitle = 100;

/** Whether a paragraph is probably the title of what follows: a short line in bold, or without the end of a sentence. */
function isTitle(content: string, { kind, start, end, sentences }: Block): boolean {
  if (kind !== 'prose' || end - start > longestTitle) return false;
  return sentences.every(({ guarded }) => guarded) || !closedEnd.test(content.slice(start, end).trimEnd());
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
function createRaising(document: Document, forms: Forms) {
  const { content } = document;
  const texts = textBlocks(document);
  const readTerms = createTermReader(detectLanguage(content));
  const termsOf = memoize(({ start, end }: Block) =>
    readTerms(content.slice(start, end)).map(({ term }) => term),
  );
  const headingAbove = ({ start }: Span) => {
    const at = firstEndingAt(texts, start);
    const above = start === texts[at]?.start ? texts[at - 1] : undefined;
    return above !== undefined && headingLevel(content, above) !== null ? above : undefined;
  };

  return (fits: readonly PlacedFit[], phrase: Phrase): readonly PlacedFit[] => {
    const thing = thingIn(phrase, forms, readTerms);
    if (thing === undefined) return fits;
    const best = Math.max(0, ...fits.map(({ place }) => place));
    return fits.map((fit) => {
      const heading = headingAbove(fit.passage);
      const isNamed = heading !== undefined && termsOf(heading).includes(thing);
      return isNamed ? { ...fit, score: Math.max(placeFloor, fit.score), place: fit.place + best } : fit;
    });
  };
}
