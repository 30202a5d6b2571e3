/** A word that starts with a digit is no tag: "our #1 knife" means a rank. */
const tagWord = /^#\p{L}[\p{L}\p{M}\p{N}_-]{0,39}$/u;

/** The last words of a longer row of tags are tags, and the others are words. */
const tagsAtMost = 20;

/** A description without its tags, and the tags without their #. */
export type TaggedText = { readonly words: string; readonly tags: readonly string[] };

/** Divides a description: its last words are tags if they start with #, as in "Chef's knife #kitchen #gift". */
export function splitTags(description: string): TaggedText {
  const tags: string[] = [];
  let words = description.trimEnd();
  for (let at = words.lastIndexOf('#'); at >= 0 && tags.length < tagsAtMost; at = words.lastIndexOf('#')) {
    const isWord = at === 0 || /\s/u.test(words.charAt(at - 1));
    const word = words.slice(at);
    if (!isWord || !tagWord.test(word)) break;
    tags.unshift(word.slice(1));
    words = words.slice(0, at).trimEnd();
  }
  return tags.length === 0 ? { words: description, tags } : { words, tags: withoutRepeats(tags) };
}

/** Returns whether a description has a tag. Capital letters do not count. */
export function hasTag(description: string, tag: string): boolean {
  return splitTags(description).tags.some((own) => folded(own) === folded(tag));
}

function withoutRepeats(tags: readonly string[]): string[] {
  return tags.filter((tag, index) => tags.findIndex((other) => folded(other) === folded(tag)) === index);
}

function folded(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}
