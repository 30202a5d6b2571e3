import type { LinkFields } from '#core/links/link.ts';

/** The longest link covers several pages of a database file. */
const longest = { url: 6000, description: 1900 } as const;

/**
 * Returns the fields of a link in one revision. Each field depends on both numbers, so that a torn write is visible.
 */
export function fieldsOf(number: number, revision: number): LinkFields {
  const mark = `${number}.${revision}`;
  const spread = (number * 7919 + revision * 104_729) % 1000;
  const lengthOf = (limit: number) => Math.floor(limit * (spread / 1000) ** 3);
  return {
    url: `https://shop.example/${mark}?${filler(mark, lengthOf(longest.url))}`,
    description: filler(`Boots ${mark} für 靴 🥾 `, lengthOf(longest.description)),
  };
}

/** Returns the number and revision of the link, or null if its fields do not belong together. */
export function revisionOf({ url, description }: LinkFields): { number: number; revision: number } | null {
  const [, number, revision] = /^https:\/\/shop\.example\/(\d+)\.(\d+)\?/.exec(url) ?? [];
  if (number === undefined || revision === undefined) return null;
  const found = { number: Number(number), revision: Number(revision) };
  const whole = fieldsOf(found.number, found.revision);
  return whole.url === url && whole.description === description ? found : null;
}

function filler(text: string, length: number): string {
  return text.repeat(Math.floor(length / text.length) + 1);
}
