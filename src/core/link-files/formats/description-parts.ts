import { splitDescription } from '#core/links/description.ts';

/** Writes a description that `splitDescription` divides into these words, anchor and tags. */
export function joinDescription(words: string, anchor: string, tags: readonly string[]): string {
  const wish = `anchor: "${anchor.replaceAll(/\s+/gu, ' ').trim()}"`;
  const parts = [
    words.trim(),
    // Other words cannot be an anchor.
    ...(splitDescription(wish).anchor === null ? [] : [wish]),
    ...tags.flatMap((tag) => tagOf(tag) ?? []).map((tag) => `#${tag}`),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns a tag as it can stand in a description, or null: "Home & garden" becomes "Home-garden". */
function tagOf(text: string): string | null {
  const tag = text
    .trim()
    .replace(/^#/u, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  return /^\p{L}[\p{L}\p{M}\p{N}_-]{0,39}/u.exec(tag)?.[0].replace(/-$/u, '') ?? null;
}
