import { writeMarkup } from '#core/markup/link-markup.ts';

import { labelPattern, urlOfNumber } from './link-labels.ts';
import type { LinkLabels } from './link-labels.ts';

/** Takes text between links and gives it with the label links in it mended, as far as it is certain. */
export type LabelMender = { feed(text: string): string; end(): string };

const anchor = String.raw`([[［【]{1,2})([^[\]［］【】\n]{1,300})`;
const close = String.raw`([\]］】]{1,2})\s{0,8}`;
const markdownLink = /\[([^[\]\n]{1,300})\]\(<?((?:https?:\/\/|www\.)[^\s()<>]{1,2000})>?\)/giu;
/** No longer than this is what stands between the parentheses of a link by label, besides its prefix. */
const longestTarget = 50;
/** Nor is what stands before it, in UTF-16 units. */
const longestAnchor = 650;

/**
 * Reads links by label that have a bracket or a parenthesis too few, or those of another width. What is named by its
 * number alone is taken for a link only in full markup; with `onlyKnown`, Markdown's links become plain words.
 */
export function createLabelMender(
  labels: LinkLabels,
  options: { readonly onlyKnown: boolean; readonly unknown: (address: string) => void },
): LabelMender {
  const link = new RegExp(
    String.raw`${anchor}${close}([(（]{1,2})\s{0,8}${labelPattern(labels)}\s{0,8}([)）]{1,2})`,
    'giu',
  );
  const undecidedFrom = beginningFinder(longestTarget + labels.prefix.length);
  let tail = '';
  let depth = 0;

  const pass = (source: string): string => {
    const text = options.onlyKnown ? source.replaceAll(markdownLink, withoutLink) : source;
    for (const [sign] of text.matchAll(/[()（）]/gu))
      depth = Math.max(0, depth + ('(（'.includes(sign) ? 1 : -1));
    return text;
  };

  const withoutLink = (_: string, words: string, address: string): string => {
    options.unknown(address);
    return words;
  };

  const write = ({ words, digits, isLink, surplus, source }: Found): string => {
    if (!isLink) return pass(source);
    const url = urlOfNumber(labels, digits);
    if (url === undefined) options.unknown(`${labels.prefix}${digits}`);
    const text = url === undefined ? pass(words) : writeMarkup(words.trim(), url);
    // A second parenthesis behind `(L1` closes the sentence's own, where it has opened one.
    return surplus !== '' && depth > 0 ? text + pass(surplus) : text;
  };

  /** Mends what begins before `until`, and tells how far that went. */
  const take = (text: string, until: number): { mended: string; end: number } => {
    let mended = '';
    let end = 0;
    for (const match of text.matchAll(link)) {
      if (match.index >= until) break;
      mended += pass(text.slice(end, match.index)) + write(foundIn(match, options.onlyKnown));
      end = match.index + match[0].length;
    }
    if (end >= until) return { mended, end };
    return { mended: mended + pass(text.slice(end, until)), end: until };
  };

  return {
    feed(text) {
      tail += text;
      const { mended, end } = take(tail, undecidedFrom(tail));
      tail = tail.slice(end);
      return mended;
    },
    end() {
      const { mended } = take(tail, tail.length);
      tail = '';
      return mended;
    },
  };
}

type Found = {
  readonly source: string;
  readonly words: string;
  readonly digits: string;
  readonly isLink: boolean;
  /** A closing parenthesis more than were opened. */
  readonly surplus: string;
};

function foundIn(match: readonly string[], bareNumbers: boolean): Found {
  const [
    source = '',
    opening = '',
    words = '',
    closing = '',
    before = '',
    prefix = '',
    digits = '',
    behind = '',
  ] = match;
  const isFull = [opening, closing, before, behind].every((signs) => signs.length === 2);
  const isLink = prefix !== '' || (isFull && bareNumbers);
  return { source, words, digits, isLink, surplus: before.length === 1 ? behind.slice(1) : '' };
}

/** Finds where the first bracket stands that may still open a link by label. */
function beginningFinder(targetLimit: number): (text: string) => number {
  const beginning = new RegExp(
    String.raw`^[[［【]{1,2}(?:[^[\]［］【】\n]{1,300}(?:${close}(?:[(（]{1,2}[^()（）[\]［］【】]{0,${targetLimit}}[)）]{0,2})?)?)?$`,
    'u',
  );
  return (text) => {
    const window = Math.max(0, text.length - longestAnchor - targetLimit);
    for (const { index } of text.slice(window).matchAll(/[[［【]/gu)) {
      if (beginning.test(text.slice(window + index))) return window + index;
    }
    return text.length;
  };
}
