import { memoize } from '#core/lib/helpers.ts';
import { readMarkup, writeMarkup, type Segment } from './link-markup.ts';
import { withoutEntities } from './web-address.ts';

/** Short names of the selected links, for models: `L1` is the first. */
export type LinkLabels = {
  /** One or more `L`. */
  readonly prefix: string;
  /** In the order of their numbers. */
  readonly urls: readonly string[];
  /** The URLs by the forms in which models write addresses. */
  readonly savedAs: ReadonlyMap<string, string>;
  readonly patterns: ReturnType<typeof patternsOf>;
};

/** Chooses labels that the content never has in parentheses or brackets, and that are not a URL. */
export function labelsFor(content: string, links: readonly { readonly url: string }[]): LinkLabels {
  const urls = links.map(({ url }) => url);
  const used = new Set<number>();
  for (const text of [content, ...urls.map((url) => `(${url})`)]) {
    for (const [, letters = ''] of text.matchAll(/[(（[]\s{0,8}(L{1,200})[ \t_-]?\d{1,9}\s{0,8}[)）\]:|]/giu))
      used.add(letters.length);
  }
  let length = 1;
  while (used.has(length)) length += 1;
  const prefix = 'L'.repeat(length);
  const savedAs = new Map(urls.map((url) => [bareAddress(url), url]));
  return { prefix, urls, savedAs, patterns: patternsOf(prefix) };
}

/** Returns an address without its scheme, entities and percent signs, which models write in other ways. */
function bareAddress(address: string): string {
  const bare = withoutEntities(address).replace(/^https?:\/\//iu, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

const addressBehind = /(?<=[\]］】]\s?)\({1,2}\s{0,4}([^\s()]{4,3000})\s{0,4}\){1,2}/gu;

/** Writes the addresses of selected links as they are saved. */
function withSavedAddresses(text: string, { urls, savedAs }: LinkLabels): string {
  return text.replace(addressBehind, (source: string, address: string) => {
    const url = urls.includes(address) ? undefined : savedAs.get(bareAddress(address));
    return url === undefined ? source : `((${url}))`;
  });
}

export function labelOf({ prefix }: LinkLabels, index: number): string {
  return `${prefix}${index + 1}`;
}

/** Returns the patterns for labels with a prefix. All are remembered: there are at most 201 prefixes. */
const patternsOf = memoize((prefix: string) => {
  const word = String.raw`(?:(?:link|label)[ \t_-]{0,3}[#:]?[ \t]{0,3})?`;
  const label = String.raw`[\x60<"'*_]?${word}(${prefix}[ \t_-]?)?#?(\d{1,9})[\x60>"'*_.]?`;
  // The text behind a label, such as the description of its link. With a second label, it is unclear which is meant.
  const more = String.raw`(?:(?<=${prefix}\d{1,9})\s?[:|](?![^()[\]\n]{0,200}\b${prefix}\d)[^()[\]\n]{0,200})?`;
  const words = String.raw`([[［【]{1,2})([^[\]［］【】\n]{1,300})([\]］】]{1,2})`;
  const bold = String.raw`\*\*(?!\s)([^*[\]\n]{1,300})\*\*`;
  return {
    /** Matches a label alone, as models write it. Groups: the optional prefix, and the number. */
    alone: new RegExp(String.raw`^${label}${more}$`, 'iu'),
    /** Matches a label in any parentheses or brackets behind words in brackets, or behind bold words. */
    linked: new RegExp(
      String.raw`(?:${words}|${bold})\s{0,8}([[(（]{1,2})\s{0,8}${label}${more}\s{0,8}([)）]{1,2}\]?|\]{1,2})`,
      'giu',
    ),
    bare: new RegExp(String.raw`[ \t]?[(（]{2}\s{0,8}(${prefix}\d{1,9})\s{0,8}[)）]{2}`, 'giu'),
  };
});

function urlOfNumber({ urls }: LinkLabels, digits: string): string | undefined {
  return urls[Number(digits) - 1];
}

/** Resolves the labels in the text of one edit. All links in the result are selected links. */
export function resolveLabels(text: string, labels: LinkLabels): { text: string; unknown: string[] } {
  const unknown: string[] = [];
  const options = { onlyKnown: true, unknown: (address: string) => unknown.push(address) };
  const resolved = resolveLinks(withSavedAddresses(withHtmlLinks(text, labels), labels), labels, options);
  // A label without an anchor is always a mistake, so it is removed.
  const plain = resolved.replaceAll(labels.patterns.bare, (_, label: string) => {
    unknown.push(label);
    return '';
  });
  return { text: plain, unknown };
}

// Within link markup, the other link counts.
const htmlLink =
  /(?<!\[|\]\(|\(\()<a\s(?:[^<>]{0,200}\s)?href\s?=\s?["']([^"'<>]{1,3000})["'][^<>]{0,300}>([^<>[\]\n]{1,300})<\/a>/giu;

/** Turns HTML links to selected links into link markup, except those that are the user's own. */
export function withHtmlLinks(
  text: string,
  { urls, patterns }: LinkLabels,
  isOwn?: (source: string) => boolean,
): string {
  return text.replaceAll(htmlLink, (source: string, href: string, words: string) => {
    const url = urls.includes(href) ? href : href.replaceAll('&amp;', '&');
    const isRead = urls.includes(url) || patterns.alone.exec(url)?.[1] !== undefined;
    return isRead && isOwn?.(source) !== true ? writeMarkup(words, url) : source;
  });
}

/** Resolves the labels of a text. Labels without a link become plain words and are passed to `unknown`. */
export function resolveLinks(text: string, labels: LinkLabels, options: ResolveOptions): string {
  const { onlyKnown, unknown } = options;
  const repair = createLabelRepairer(labels, options);
  const writeLink = ({ type, anchor, url, source }: Exclude<Segment, { type: 'text' }>): string => {
    if (type === 'link') return onlyKnown ? writeMarkup(anchor, url) : source;
    const [, prefix, digits] = labels.patterns.alone.exec(url) ?? [];
    const isLabel = digits !== undefined && (prefix !== undefined || onlyKnown);
    if (!isLabel && !onlyKnown && !labels.savedAs.has(bareAddress(url))) return source;
    const resolved = isLabel ? urlOfNumber(labels, digits) : labels.savedAs.get(bareAddress(url));
    if (resolved !== undefined) return writeMarkup(anchor, resolved);
    unknown(url);
    return anchor;
  };
  const resolved: string[] = [];
  for (const segment of readMarkup(text, labels.urls, { looseUrls: labels.urls })) {
    resolved.push(segment.type === 'text' ? repair(segment.text) : writeLink(segment));
  }
  return resolved.join('');
}

type ResolveOptions = {
  /** Whether other links become their words. False for a text that may contain the user's own links. */
  readonly onlyKnown: boolean;
  readonly unknown: (address: string) => void;
};

/**
 * Reads links by label with a missing bracket or parenthesis, or with full-width ones. A number without the label's
 * prefix counts only in complete markup.
 *
 * @returns a function that repairs the texts between links; call it in their order
 */
function createLabelRepairer(labels: LinkLabels, { onlyKnown, unknown }: ResolveOptions) {
  let depth = 0;

  const pass = (text: string): string => {
    for (const [sign] of text.matchAll(/[()（）]/gu))
      depth = Math.max(0, depth + ('(（'.includes(sign) ? 1 : -1));
    return text;
  };

  const repairMatch = (match: readonly string[]): string => {
    const [source = '', opening, inner, closing, bold = '', before, prefix = '', digits = '', closed = ''] =
      match;
    // The bracket behind `[[words](L1)]` belongs to the link.
    const isExtra = closed.length > 1 && closed.endsWith(']') && !closed.startsWith(']');
    const behind = isExtra ? closed.slice(0, -1) : closed;
    const after = isExtra && !(opening?.length === 2 && closing?.length === 1) ? ']' : '';
    const isFull = [opening, closing, before, behind].every((signs) => signs?.length === 2);
    if (prefix === '' && !(isFull && onlyKnown)) return pass(source);
    const url = urlOfNumber(labels, digits);
    if (url === undefined) unknown(`${labels.prefix}${digits}`);
    const words = inner ?? bold;
    const text = (url === undefined ? pass(words) : writeMarkup(words.trim(), url)) + after;
    // A second parenthesis behind `(L1` closes an earlier one of the sentence.
    return before?.length === 1 && behind.length === 2 && depth > 0 ? text + pass(behind.slice(1)) : text;
  };

  return (text: string): string => {
    let repaired = '';
    let end = 0;
    for (const match of text.matchAll(labels.patterns.linked)) {
      repaired += pass(text.slice(end, match.index)) + repairMatch(match);
      end = match.index + match[0].length;
    }
    return repaired + pass(text.slice(end));
  };
}
