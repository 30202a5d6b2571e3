import { hasUnspaced, plainSentences, wordsIn } from '#core/document/words-and-sentences.ts';
import { hostOf, isBlankAnchor, visible } from '#core/edits/clean-text.ts';
import { versionRules, type Spot } from '#core/edits/edit.ts';
import { claimsIn, foreignIn } from '#core/edits/foreign.ts';
import { findEnd, paragraphBehind } from '#core/edits/spots.ts';
import type { Filling, Gaps, InSteps } from '#core/generation/writing-job.ts';
import { memoize } from '#core/lib/helpers.ts';
import { firstEndingAt } from '#core/lib/spans.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink, LinkToWeave } from '#core/links/link.ts';
import { sentenceAt } from '#core/prompt/numbered-text.ts';
import { urlWords } from '#core/ranking/terms.ts';
import { type Fit, weighLinks } from '#core/ranking/weigh-links.ts';

import { createFormChooser, formsFor, type Forms } from './languages.ts';
import { bestOf, readOwnWords, type Phrase } from './own-words.ts';

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
export function* pointAtLinks(gaps: Gaps): InSteps<Filling[]> {
  const { document, versions, avoid } = gaps;
  const links = [...new Set(versions.flatMap((version) => version.links))];
  const fits = yield* weighLinks(document, links);
  const forms = formsFor(document.content, links);
  yield;
  const read = memoize((link: ChosenLink) => ({
    phrase: readDescription(link, forms),
    fits: fits.get(link) ?? [],
  }));
  const createFinder = readOwnWords(gaps, forms, read);
  yield;
  const fillings: Filling[] = [];
  for (const version of versions) {
    const chooseSpot = createSpotChooser(gaps, version);
    const chooseForm = createFormChooser(forms, version.name, avoid);
    const findOwnWords = createFinder(version);
    for (const link of version.links) {
      const over = findOwnWords(link);
      yield;
      if (over !== null) {
        fillings.push({ version: version.name, link, over });
        continue;
      }
      const { phrase, fits: places } = read(link);
      const spot = chooseSpot(places);
      const at = spot ?? (yield* findEnd(document));
      yield;
      if (at === null) continue;
      const words = phrase.before + writeMarkup(phrase.anchor, link.url) + phrase.after;
      const start = at.ownParagraph ? at.offset : document.blocks[at.block]?.sentences[0]?.start;
      const line = document.content.slice(start, at.offset) + words;
      const text = chooseForm(link.url, line).replace('{}', () => words);
      fillings.push({ version: version.name, link, asked: { at, text }, fits: spot !== null });
    }
  }
  return fillings;
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

  function spotsNear({ sentence, passage }: Fit): Spot[] {
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

/** A longer description is cut at a clear break. In words. */
const mostWords = 16;
const mostAnchorWords = 4;
/** A longer text is not an anchor. In UTF-16 units. */
const mostSigns = 90;
/** A longer anchor in a script without spaces is shortened. In UTF-16 units. */
const mostAnchorSigns = 20;

/** Signs before which a text can end: a comma, a dash, an opening parenthesis. */
const clearBreak = /(?<=[\p{L}\p{M}\p{N})%"”.!?])(?:[,;:]+(?=\s|$)|[、；：]|\s+[–—|/•·-]+\s|\s*(?=[(（]))/gu;
const openEnd = /[\s,;:.!?。！？–—|/•·-]+$/u;

/**
 * Returns the words for a link: its description, with the wished anchor if there is one. If the description has no
 * words, or words that no version may contain, it returns the words of the address, or else a word such as "page".
 */
export function readDescription(link: LinkToWeave, forms: Forms): Phrase {
  const text = plainDescription(link, forms);
  const told = hasWord.test(text) ? [phraseOf(text, forms)] : [];
  const { path, host } = urlWords(link.url);
  const names = [path.split(' ').slice(-mostAnchorWords).join(' '), host, forms.page];
  const named = names.map((anchor) => ({ before: '', anchor, after: '' }));
  const wished = link.anchor === undefined ? [] : [withAnchor(link.anchor, told[0])];
  const phrases = [...wished, ...told, ...named];
  return (
    phrases.find((phrase) => mayStand(phrase, link.url)) ?? { before: '', anchor: forms.page, after: '' }
  );
}

/** Returns the phrase with the wished anchor. If the phrase does not contain the anchor, returns the anchor alone. */
function withAnchor(wish: string, { before, anchor, after }: Phrase = nothing): Phrase {
  const text = before + anchor + after;
  const at = text.indexOf(wish);
  const [ahead, behind] = [text.slice(0, Math.max(0, at)), text.slice(at + wish.length)];
  const isThere = at >= 0 && !/[\p{L}\p{M}\p{N}]$/u.test(ahead) && !/^[\p{L}\p{M}\p{N}]/u.test(behind);
  return isThere ? { before: ahead, anchor: wish, after: behind } : { ...nothing, anchor: wish };
}

const nothing: Phrase = { before: '', anchor: '', after: '' };

/** Two letters, or one Chinese character. */
const hasWord = /\p{L}{2}|(?=\p{L})\p{Script=Han}/u;

function mayStand({ before, anchor, after }: Phrase, url: string): boolean {
  const isName =
    hasWord.test(anchor) && anchor.length <= mostSigns && !/[()]/u.test(anchor) && !isBlankAnchor(anchor);
  return isName && foreignIn(before + anchor + after, isHostOf(url)).length === 0;
}

/** The words of a link may name its own host, but no other. */
const isHostOf = (url: string) => (words: string) => hostOf(url).toLowerCase().includes(words.toLowerCase());

function phraseOf(text: string, forms: Forms): Phrase {
  const sentence = firstSentence(text);
  const isWhole = (at: number) => isBalanced(sentence.slice(0, at));
  const ends = [...sentence.matchAll(clearBreak)].map(({ index }) => index);
  const breaks = [...ends, sentence.length].filter(isWhole);
  const chunk = sentence.slice(0, breaks[0]).trim();
  const words = chunk.split(' ');
  const { from, to } = hasUnspaced(words[0] ?? '') ? { from: 0, to: 1 } : anchorAmong(words, forms);
  const [first = '', second = ''] = words;
  const isArticle = forms.small.has(first.toLowerCase()) && /^\p{Ll}/u.test(second);
  const head = isArticle ? [first.toLowerCase(), ...words.slice(1)] : words;
  const anchor = shortened(head.slice(from, to).join(' '));
  const before = head.slice(0, from).join(' ') + (from > 0 ? ' ' : '');
  const end = breaks.findLast((at) => sentence.slice(0, at).split(' ').length <= mostWords);
  const rest = end === undefined ? '' : sentence.slice(before.length + anchor.length, end);
  // Without a break in its first words, only the anchor is left.
  return { before: end === undefined ? '' : before, anchor, after: rest.replace(openEnd, '') };
}

/** Returns the first sentence. If it is a single word, as in "Yahoo! Mail", the next sentence belongs to it. */
function firstSentence(text: string): string {
  const [first, second] = plainSentences(text);
  const isName = first !== undefined && !first.text.trim().includes(' ') && second !== undefined;
  return (isName ? first.text + second.text : (first?.text ?? text)).replace(openEnd, '');
}

function isBalanced(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return count(/[(（]/gu) === count(/[)）]/gu) && count(/[“„]/gu) === count(/”/gu) && count(/"/gu) % 2 === 0;
}

type Range = { readonly from: number; readonly to: number };

/** Words for a container. In "set of knives", the name of the thing is "knives". */
const container =
  /^(?:sets?|packs?|pairs?|box(?:es)?|bags?|bundle|bottle|rolls?|case|tins?|jars?|edition|collection)$/iu;

/**
 * Returns the words that name the thing: those before the first small word. A single word is extended by what follows
 * it, as in "book on running form", or else by the article before it.
 */
function anchorAmong(words: readonly string[], forms: Forms): Range {
  const { small, joining } = forms;
  // Whether the word belongs to a name, as in "couch to 5K plan".
  const isNamed = (at: number) => words[at] === 'to' && /^\d/u.test(words[at + 1] ?? '');
  const isSmall = (at: number) => small.has(words[at]?.toLowerCase() ?? '') && !isNamed(at);
  const end = (at: number, among: boolean) => {
    let to = at;
    while (to < words.length && isSmall(to) === among) to += 1;
    return to;
  };
  const from = end(0, true);
  const to = end(from, false);
  const next = end(to, true);
  const further = end(next, false);
  if (from === words.length) return { from: 0, to: Math.min(words.length, mostAnchorWords) };
  if (further - next > 1 && words[to] === 'of' && container.test(words[to - 1] ?? ''))
    return trimmed(words, { from: next, to: further }, forms);
  if (to - from > 1) return trimmed(words, { from, to }, forms);
  const first = words.findIndex((word, at) => at >= next && (at === further || joining.has(word)));
  const whole = first < 0 ? further : first;
  if (whole > next && whole - from <= mostAnchorWords) return { from, to: whole };
  return { from: Math.max(0, from - 1), to };
}

/**
 * Returns at most four words of the range. If the cut removes a number, it also removes its unit. Joining words at both
 * ends are removed.
 */
function trimmed(words: readonly string[], range: Range, { joining, isNounLast }: Forms): Range {
  let { from, to } = range;
  if (to - from > mostAnchorWords) {
    if (isNounLast) from = to - mostAnchorWords;
    else to = from + mostAnchorWords;
  }
  if (from > range.from && /^\d+$/u.test(words[from - 1] ?? '')) from += 1;
  while (to - from > 2 && joining.has(words[from] ?? '')) from += 1;
  while (to - from > 2 && joining.has(words[to - 1] ?? '')) to -= 1;
  return { from, to };
}

function shortened(anchor: string): string {
  return hasUnspaced(anchor) && anchor.length > mostAnchorSigns
    ? wordsIn(anchor).slice(0, mostAnchorWords).join('')
    : anchor;
}

const markup =
  /[[\]{}<>*_`~^|\\=«»]|(?<!\p{L})#(?!\d)|[\p{Extended_Pictographic}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u{FE0F}\u{20E3}]/gu;
/** A sign that belongs to the word behind it, as in "$20" and ".NET", stays. */
const leading = /^(?:[^\p{L}\p{N}\p{Sc}"“„.#-]|[.#-](?![\p{L}\p{N}]))+/u;

/**
 * Returns one line of words without markup, up to an address that is not the link's own. A line in capitals becomes
 * lower case, except for the first letters.
 */
function plainDescription({ description, url }: LinkToWeave, { small }: Forms): string {
  const [line = ''] = description.trim().split(/[\r\n\u2028\u2029]/u, 1);
  const tagless = visible(line.slice(0, 1000))
    .replaceAll(/<\/?[a-z][^<>]{0,200}>|\b[a-z][a-z\d+.-]{0,30}:\/\/\S*/giu, ' ')
    .replaceAll(/(?<=\d) ?\* ?(?=\d)/gu, '×')
    .replaceAll(/(?<=\d)~(?=\d)/gu, '–')
    .replaceAll(markup, ' ');
  const claims = claimsIn(tagless, isHostOf(url)).map(({ start }) => start);
  const own = tagless
    .slice(0, claims.length === 0 ? undefined : Math.min(...claims))
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[,;:.!?)])/gu, '')
    .replace(leading, '')
    .trim();
  const words = (isBalanced(own) ? own : own.replaceAll(/[()（）“”„"]/gu, '')).split(' ');
  if (claims.length > 0) while (small.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  const loud = words.filter((word) => /^\p{Lu}{4,}/u.test(word)).length;
  const isLoud = loud >= 3 && own === own.toUpperCase();
  return (isLoud ? words.map((word) => word.charAt(0) + word.slice(1).toLowerCase()) : words).join(' ');
}
