import './enhanced.css';

import * as Tabs from '@radix-ui/react-tabs';
import { useId, useState } from 'react';

import type { Generation } from '#contract/generations.ts';
import { readMarkup } from '#core/markup/link-markup.ts';
import { toRichText } from '#core/rich-text/rich-text.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';

import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { GenerationState } from './generation-machine.ts';
import type { LiveText } from './live-text.ts';
import { LiveView } from './live-view.tsx';
import { versionLabels } from './version-labels.ts';
import { VersionView } from './version-view.tsx';

type EnhancedPanelProps = {
  readonly state: GenerationState;
  readonly live: LiveText;
  readonly knownUrls: readonly string[];
  readonly onStop: () => void;
};

export function EnhancedPanel(props: EnhancedPanelProps) {
  const { state } = props;
  const headingId = useId();
  const [shown, setShown] = useState<VersionName>('safe');
  const [phase, setPhase] = useState(state.phase);

  // A new run and a reset both begin at the safe version.
  if (phase !== state.phase) {
    setPhase(state.phase);
    setShown('safe');
  }

  return (
    <section className="panel enhanced-panel" aria-labelledby={headingId} id="enhanced">
      <Tabs.Root className="tabs" value={shown} onValueChange={(value) => setShown(versionOf(value))}>
        <header className="panel-header">
          <h2 id={headingId}>Enhanced Content</h2>
          {state.phase === 'result' ? (
            <CopyButton key={shown} richText={richTextOf(state.generation, shown)} />
          ) : null}
        </header>
        <Tabs.List className="tab-list" aria-label="Versions">
          {versionNames.map((version) => (
            <Tabs.Trigger
              key={version}
              className="tab"
              value={version}
              disabled={state.phase === 'processing'}
            >
              {versionLabels[version]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {versionNames.map((version) => (
          <Tabs.Content key={version} className="tab-content" value={version}>
            <PanelBody {...props} version={version} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  );
}

function PanelBody({
  state,
  live,
  knownUrls,
  onStop,
  version,
}: EnhancedPanelProps & { version: VersionName }) {
  switch (state.phase) {
    case 'idle':
      return <EmptyState />;
    case 'processing':
      return <LiveView state={state} live={live} knownUrls={knownUrls} onStop={onStop} />;
    case 'result':
      return <VersionView generation={state.generation} version={version} />;
  }
}

function richTextOf({ versions, links, text }: Generation, version: VersionName) {
  const markup = versions[version];
  const urls = links.map((link) => link.url);
  return markup.trim() === '' ? null : () => toRichText(readMarkup(markup, urls), text);
}

function versionOf(value: string): VersionName {
  return versionNames.find((name) => name === value) ?? 'safe';
}
