import { pageMessages } from '#core/errors/page-messages.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { versionNames } from '#core/edits/version.ts';
import { versionLabels } from '#web/version-view/version-labels.ts';

import type { GenerationAction } from './generation-state.ts';

/** Returns how many versions are finished, such as "2 of 3 versions were finished". */
export function messageOfFinished({ unfinished }: FinishedGeneration): string {
  const finished = versionNames.length - unfinished.length;
  return `${finished} of ${versionNames.length} versions ${finished === 1 ? 'was' : 'were'} finished`;
}

export function messageOfFailure(failure: unknown): string {
  return failure instanceof Error ? failure.message : pageMessages['generation-failed'];
}

/** Returns the announcement for screen readers; null if there is none. */
export function announcementOf(action: GenerationAction): string | null {
  switch (action.type) {
    case 'generation-start':
      return 'Generating';
    case 'generation-end':
      return '3 versions ready';
    case 'generation-stop':
      return 'Generation stopped';
    case 'generation-fail':
      return action.generation === null ? null : messageOfFinished(action.generation);
    case 'version-end':
      return `${versionLabels[action.version]} is written`;
    case 'version-start':
    case 'app-reset':
      return null;
  }
}
