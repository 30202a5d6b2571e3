import './generation.css';

import type { VersionName } from '#core/edits/version.ts';
import type { VersionParts } from '#web/version-view/version-parts.ts';

import type { GenerationState } from './generation-machine.ts';
import { LiveView } from './live-view.tsx';
import { UnfinishedNotice, UnfinishedVersion } from './unfinished-notice.tsx';
import { VersionView } from './version-view.tsx';

type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly onStop: () => void;
};

export function GenerationView({ state, version, parts, onStop }: GenerationViewProps) {
  if (state.phase === 'processing') return <LiveView state={state} onStop={onStop} />;
  const { generation } = state;
  return (
    <>
      {state.phase === 'unfinished' ? (
        <UnfinishedNotice generation={generation} reason={state.reason} />
      ) : null}
      {state.phase === 'unfinished' && generation.unfinished.includes(version) ? (
        <UnfinishedVersion />
      ) : (
        <VersionView generation={generation} version={version} parts={parts} />
      )}
    </>
  );
}
