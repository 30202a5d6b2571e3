import { estimateTokens } from '#core/limits/tokens.ts';
import type { VersionName } from '#core/edits/version-names.ts';

import { corpusCases } from './corpus-cases.ts';
import { recordedEdits } from './wanted-edits.ts';

const known = new Map<VersionName, number>();

/** Returns the mean number of tokens that the recorded model adds for a link, over all recorded cases. */
export function tokensPerLink(version: VersionName): number {
  const tokens = known.get(version) ?? countTokens(version);
  known.set(version, tokens);
  return tokens;
}

function countTokens(version: VersionName): number {
  let tokens = 0;
  let links = 0;
  for (const entry of corpusCases) {
    const wanted = recordedEdits(entry)?.[version];
    if (wanted === undefined) continue;
    const added = wanted.filter(({ command }) => command !== 'REPLACE' && command !== 'SKIP');
    tokens += added.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    links += entry.links.length;
  }
  return tokens / Math.max(1, links);
}
