import type { VersionName } from '#core/weave/version.ts';

import type { GenerationState } from './generation-machine.ts';
import type { LiveText } from './live-text.ts';
import { LiveView } from './live-view.tsx';
import { UnfinishedNotice, UnfinishedVersion } from './unfinished-notice.tsx';
import { VersionView } from './version-view.tsx';

type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly live: LiveText;
  readonly knownUrls: readonly string[];
  readonly onStop: () => void;
};

export function GenerationView({ state, version, live, knownUrls, onStop }: GenerationViewProps) {
  if (state.phase === 'processing')
    return <LiveView state={state} live={live} knownUrls={knownUrls} onStop={onStop} />;
  const { generation } = state;
  return (
    <>
      {state.phase === 'unfinished' ? (
        <UnfinishedNotice generation={generation} reason={state.reason} />
      ) : null}
      {generation.unfinished.includes(version) ? (
        <UnfinishedVersion />
      ) : (
        <VersionView generation={generation} version={version} />
      )}
    </>
  );
}
