import type { LinkToWeave } from './link.ts';

/**
 * Matches the last part: `#kitchen`, or `anchor: "chef's knife"`. A word that starts with a digit is no tag, because
 * "our #1 knife" means a rank. Quotes without `anchor:` mean nothing, because a title often ends with them.
 */
const lastPart =
  /(?:^|\s)(?:#(?<tag>\p{L}[\p{L}\p{M}\p{N}_-]{0,39})|anchor:\s?["“”„«](?<anchor>[^"“”„«»[\](){}<>|]{1,60})["“”»])$/iu;
/** Longer than any last part, in UTF-16 units. */
const lastPartLimit = 140;
/** In a longer row of tags, only the last ones are tags. The others are words. */
const tagsAtMost = 20;

/**
 * Divides a description such as `Chef's knife anchor: "a knife for life" #kitchen #gift`: what the link is about, which
 * alone is for a writer; the wished anchor or null; the tags in their order, without their #.
 */
export function splitDescription(description: string) {
  const tags: string[] = [];
  let anchor: string | null = null;
  let words = description.trimEnd();
  for (let part = partAtEnd(words); part !== null; part = partAtEnd(words)) {
    if (part.tag === undefined ? anchor !== null : tags.length === tagsAtMost) break;
    if (part.tag === undefined) anchor = part.anchor;
    else tags.unshift(part.tag);
    words = words.slice(0, words.length - part.length).trimEnd();
  }
  if (anchor === null && tags.length === 0) return { words: description, anchor, tags };
  return { words, anchor, tags };
}

function partAtEnd(words: string) {
  const found = lastPart.exec(words.slice(-lastPartLimit));
  const { tag, anchor = '' } = found?.groups ?? {};
  const plain = anchor.replaceAll(/\s+/gu, ' ').trim();
  return found === null || (tag === undefined && !isAnchor(plain))
    ? null
    : { tag, anchor: plain, length: found[0].length };
}

/** Whether the text can be an anchor: two to eight words. In a script without spaces, one stretch is enough. */
function isAnchor(text: string): boolean {
  const count = text.split(' ').length;
  return count <= 8 && (count > 1 || /\p{Lo}{2}/u.test(text));
}

/** Returns the tags of a description, each once and without its #. */
export function tagsOf(description: string): string[] {
  const { tags } = splitDescription(description);
  return tags.filter((tag, index) => tags.findIndex((other) => folded(other) === folded(tag)) === index);
}

/** Returns whether a description has a tag. Capital letters do not count. */
export function hasTag(description: string, tag: string): boolean {
  return splitDescription(description).tags.some((own) => folded(own) === folded(tag));
}

function folded(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

/** Returns the name of a link: the words of its description, or its URL if there are none. */
export function nameOfLink({ url, description }: LinkToWeave): string {
  const { words } = splitDescription(description);
  return words.trim() === '' ? url : words;
}
