import { TriangleAlert } from 'lucide-react';

import type { FinishedGeneration } from '#core/generation/generation.ts';

import { finishedWords } from './finished-messages.ts';

type UnfinishedNoticeProps = { readonly generation: FinishedGeneration; readonly reason: string };

/** Stands above each version of a run that failed: what is there, and why it is not more. */
export function UnfinishedNotice({ generation, reason }: UnfinishedNoticeProps) {
  return (
    <div className="unfinished-notice">
      <TriangleAlert aria-hidden="true" size={17} />
      <p>
        <strong>{finishedWords(generation)}.</strong> {reason}
      </p>
    </div>
  );
}

/** In place of a version that did not come to its end. */
export function UnfinishedVersion() {
  return (
    <p className="version-empty">
      This version was not finished, so there is nothing to copy. Press Generate to have all three written
      again.
    </p>
  );
}
