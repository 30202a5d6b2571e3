import type { VersionName } from './version.ts';

/** Content of no more sentences may be retold in full in the experimental version. */
const shortContent = 12;

/** How many of a content's sentences a version may replace: none, up to a tenth, up to a third. */
export function mostReplaced(sentenceCount: number, version: VersionName): number {
  if (version === 'safe') return 0;
  if (version === 'experimental' && sentenceCount <= shortContent) return sentenceCount;
  return Math.max(1, Math.floor(sentenceCount / (version === 'exploratory' ? 10 : 3)));
}
