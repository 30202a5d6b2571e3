import type { LinkFields } from '#core/links/link.ts';

/** Long enough now and then to spread over several pages of a database file. */
const longest = { url: 6000, description: 1900 } as const;

/** The fields of a link in one of its revisions: each follows from the two numbers, so that half of one shows. */
export function fieldsOf(number: number, revision: number): LinkFields {
  const mark = `${number}.${revision}`;
  const spread = (number * 7919 + revision * 104_729) % 1000;
  const lengthOf = (limit: number) => Math.floor(limit * (spread / 1000) ** 3);
  return {
    url: `https://shop.example/${mark}?${filler(mark, lengthOf(longest.url))}`,
    description: filler(`Boots ${mark} für 靴 🥾 `, lengthOf(longest.description)),
  };
}

/** Which revision of which link this is; null when its fields belong to none, or do not belong together. */
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
