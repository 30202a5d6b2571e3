import type { FinishedGeneration } from '#core/generation/generation.ts';
import { versionNames } from '#core/edits/version.ts';

/** How much of a generation is there, such as "2 of 3 versions were finished". */
export function finishedWords({ unfinished }: FinishedGeneration): string {
  const finished = versionNames.length - unfinished.length;
  return `${finished} of ${versionNames.length} versions ${finished === 1 ? 'was' : 'were'} finished`;
}
