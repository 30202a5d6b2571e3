import './generation.css';

import { TriangleAlert } from 'lucide-react';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import type { VersionParts } from '#web/version-view/shown-version.ts';

import { FinishedVersion } from './finished-version.tsx';
import { messageOfFinished } from './generation-messages.ts';
import type { GenerationState } from './generation-state.ts';
import { LiveView } from './live-view.tsx';

type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly awaitedProofs: ReadonlyStore<number>;
  readonly onStop: () => void;
};

export function GenerationView({ state, version, parts, ...live }: GenerationViewProps) {
  if (state.phase === 'processing') return <LiveView state={state} {...live} />;
  const { generation } = state;
  return (
    <>
      {state.phase === 'unfinished' ? (
        <UnfinishedNotice generation={generation} reason={state.reason} />
      ) : null}
      {state.phase === 'unfinished' && generation.unfinished.includes(version) ? (
        <UnfinishedVersion />
      ) : (
        <FinishedVersion generation={generation} version={version} parts={parts} />
      )}
    </>
  );
}

type UnfinishedNoticeProps = { readonly generation: FinishedGeneration; readonly reason: string };

/** Says above each version of a failed generation what was finished, and why not more. */
function UnfinishedNotice({ generation, reason }: UnfinishedNoticeProps) {
  return (
    <div className="unfinished-notice">
      <TriangleAlert aria-hidden="true" size={17} />
      <p>
        <strong>{messageOfFinished(generation)}.</strong> {reason}
      </p>
    </div>
  );
}

/** Replaces a version that was not finished. */
function UnfinishedVersion() {
  return (
    <p className="version-empty">
      This version was not finished, so there is nothing to copy. Press Generate to have all three written
      again.
    </p>
  );
}
