import type { VersionName } from './version-names.ts';

// This is not in `edit.ts`, because the page loads that file at its start.

type VersionRules = {
  /** Returns how many of the replaceable sentences may be replaced, for a number of them and of links. Null: none. */
  readonly replaced: ((sentences: number, links: number) => number) | null;
  /** How many words may be added for each link. */
  readonly wordsPerLink: number;
};

/**
 * Safe replaces nothing, exploratory up to a tenth of the sentences, experimental up to a third: the passages around
 * the links, the opening and the close. In long content that is less than a third, because changes far from any link
 * cost time, money and the author's words.
 */
export const versionRules: Readonly<Record<VersionName, VersionRules>> = {
  safe: { replaced: null, wordsPerLink: 60 },
  exploratory: {
    replaced: (sentences, links) => Math.min(share(sentences, 10), links),
    wordsPerLink: 80,
  },
  experimental: {
    replaced: (sentences, links) => Math.min(share(sentences, 3), 3 * (links + 1)),
    wordsPerLink: 100,
  },
};

function share(sentences: number, divisor: number): number {
  return Math.min(sentences, Math.max(1, Math.floor(sentences / divisor)));
}

/** Whether a version keeps every word of the author. If so, it only adds, and only where a link fits. */
export function keepsText(version: VersionName): boolean {
  return versionRules[version].replaced === null;
}

/** Returns how many sentences a version may replace, of a number of replaceable ones. */
export function mostReplaced(replaceable: number, version: VersionName, links: number): number {
  return versionRules[version].replaced?.(replaceable, links) ?? 0;
}
