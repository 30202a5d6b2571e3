import { readFileSync } from 'node:fs';

import type { Link, LinkToWeave } from '#core/links/link.ts';
import { testLink } from '#core/links/test-link.ts';
import { corpusCases, recordingOf } from '#provider/corpus/corpus-cases.ts';

/** An article with its links. A ranker must find these among the links of all articles. */
export type Case = { readonly id: string; readonly content: string; readonly links: readonly LinkToWeave[] };

export const cases: readonly Case[] = corpusCases.map((entry) => ({
  ...entry,
  content: entry.content.replaceAll('\r\n', '\n'),
}));

export function answerOf(kind: 'rewrite' | 'edits', id: string, part: 'answer' | 'prompt'): string | null {
  return recordingOf(kind, id, part)?.replaceAll('\r\n', '\n') ?? null;
}

const others: readonly LinkToWeave[] = readFileSync(new URL('suggest-others.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [url = '', description = ''] = line.split('\t');
    return { url, description };
  });

/**
 * Returns a pool of `size` links: those of all articles, and others. The others are repeated, with a number in their
 * text, until the pool is full.
 */
export function linkPool(size: number): Link[] {
  const own = cases.flatMap(({ links }) => links);
  const rest = Array.from({ length: Math.max(0, size - own.length) }, (_, index) => {
    const { url, description } = others[index % others.length] ?? { url: '', description: '' };
    const round = Math.floor(index / others.length);
    return round === 0
      ? { url, description }
      : { url: `${url}&n=${round}`, description: `${description} ${round}` };
  });
  return [...own, ...rest].map((fields, index) => {
    const time = new Date(1_760_000_000_000 + index * 1000).toISOString();
    return testLink({ ...fields, id: `link-${index}`, createdAt: time, updatedAt: time });
  });
}

/** Returns the links of all articles and each of the 540 other links once. */
export const wholePool = (): Link[] => linkPool(cases.flatMap(({ links }) => links).length + others.length);
