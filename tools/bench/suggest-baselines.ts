import type { Link } from '#core/links/link.ts';

/** Returns the links, best first. */
export type Ranker = (content: string, links: readonly Link[]) => readonly Link[];

/** Ranks links by the number of words in common with the content. */
export const rankByOverlap: Ranker = (content, links) => {
  const words = new Set(wordsIn(content));
  return rankBy(
    links,
    ({ description }) => new Set(wordsIn(description).filter((word) => words.has(word))).size,
  );
};

/** Ranks links by standard BM25 (k1 1.2, b 0.75), with the content as the query and the descriptions as documents. */
export const rankByBm25: Ranker = (content, links) => {
  const query = new Set(wordsIn(content));
  const documents = new Map(links.map((link) => [link, wordsIn(link.description)]));
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const words of documents.values()) {
    length += words.length / links.length;
    for (const word of new Set(words)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return rankBy(links, (link) => {
    const words = documents.get(link) ?? [];
    let score = 0;
    for (const word of new Set(words)) {
      if (!query.has(word)) continue;
      const times = words.filter((other) => other === word).length;
      const found = frequencies.get(word) ?? 0;
      const rarity = Math.log(1 + (links.length - found + 0.5) / (found + 0.5));
      score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / length));
    }
    return score;
  });
};

function rankBy(links: readonly Link[], score: (link: Link) => number): Link[] {
  return links
    .map((link) => ({ link, score: score(link) }))
    .filter((entry) => entry.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ link }) => link);
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
