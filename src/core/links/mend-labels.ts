import { writeMarkup } from './link-markup.ts';

import { labelPatterns, urlOfNumber } from './link-labels.ts';
import type { LinkLabels } from './link-labels.ts';

const markdownLink = /\[([^[\]\n]{1,300})\]\(<?((?:https?:\/\/|www\.)[^\s()<>]{1,2000})>?\)/giu;

export type MendOptions = {
  /** Markup with an address that is neither a label nor a known URL becomes its words. */
  readonly onlyKnown: boolean;
  readonly unknown: (address: string) => void;
};

/**
 * Reads links by label that have a bracket or a parenthesis too few, or those of another width. What is named by its
 * number alone is taken for a link only in full markup; with `onlyKnown`, Markdown's links become plain words.
 *
 * @returns the mended text of a stretch that no link parts, given one after the other
 */
export function createLabelMender(labels: LinkLabels, options: MendOptions): (text: string) => string {
  const { linked } = labelPatterns(labels);
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

  return (text) => {
    if (!/[[\]［］【】()（）]/u.test(text)) return text;
    let mended = '';
    let end = 0;
    for (const match of text.matchAll(linked)) {
      mended += pass(text.slice(end, match.index)) + write(foundIn(match, options.onlyKnown));
      end = match.index + match[0].length;
    }
    return mended + pass(text.slice(end));
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
