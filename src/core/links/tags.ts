import { splitDescription } from './description.ts';

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
