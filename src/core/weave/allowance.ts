import type { VersionName } from './version.ts';

/** Content of no more sentences may be retold in full in the experimental version. */
const shortContent = 12;

/**
 * How many of a content's sentences a version may replace. Safe none; exploratory up to a tenth and experimental up to a
 * third, and in long content no more than its links call for: what is replaced far from any link costs time and money, and
 * the author's words.
 */
export function mostReplaced(sentenceCount: number, version: VersionName, linkCount: number): number {
  if (version === 'safe') return 0;
  if (version === 'experimental' && sentenceCount <= shortContent) return sentenceCount;
  const share = Math.max(1, Math.floor(sentenceCount / (version === 'exploratory' ? 10 : 3)));
  const called = version === 'exploratory' ? Math.ceil(linkCount / 2) : Math.max(3, linkCount);
  return Math.min(share, called);
}
