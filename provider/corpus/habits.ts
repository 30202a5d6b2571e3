import { estimateTokens } from '#core/model/token-count.ts';
import { mostReplaced } from '#core/weave/allowance.ts';
import type { VersionName } from '#core/weave/version.ts';
import { versionNames } from '#core/weave/version.ts';

import { corpusCases, recordingOf } from './corpus-cases.ts';
import { recordedEdits } from './wanted-edits.ts';

export type Habit = {
  /** Of the sentences that a version may replace, the share that is. */
  readonly replaced: number;
  /** Tokens of what is added for a link. */
  readonly tokensPerLink: number;
};

/** What the model of the recorded edits does in each version, over all cases that were recorded. */
export function recordedHabits(): Readonly<Record<VersionName, Habit>> {
  const [safe, exploratory, experimental] = versionNames.map(habitOf);
  const none = { replaced: 0, tokensPerLink: 0 };
  return { safe: safe ?? none, exploratory: exploratory ?? none, experimental: experimental ?? none };
}

function habitOf(version: VersionName): Habit {
  let replaced = 0;
  let allowed = 0;
  let added = 0;
  let links = 0;
  for (const entry of corpusCases) {
    const wanted = recordedEdits(entry)?.[version];
    if (wanted === undefined) continue;
    const replacements = wanted.filter(({ start, end }) => end > start);
    const insertions = wanted.filter(({ start, end }) => end === start);
    replaced += replacements.length;
    allowed += mostReplaced(unitsOf(entry.id), version);
    added += insertions.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    links += entry.links.length;
  }
  return { replaced: replaced / Math.max(1, allowed), tokensPerLink: added / Math.max(1, links) };
}

/** How many sentences the recorded prompt had: the share that it allowed was one of these. */
function unitsOf(id: string): number {
  return recordingOf('edits', id, 'prompt')?.match(/^\[\d+\] /gmu)?.length ?? 0;
}
