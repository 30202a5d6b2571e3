import './enhanced.css';

import { useEffect, useId, useRef, useState } from 'react';

import { versionNames } from '#core/edits/version.ts';
import type { VersionName } from '#core/edits/version.ts';
import { onReset } from '#web/lib/events.ts';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { VersionParts } from '#web/version-view/version-parts.ts';

import { EmptyState } from './empty-state.tsx';
import type { GenerationState } from './generation-machine.ts';
import { loadGenerationView } from './generation-view-loader.ts';
import { versionLabels } from './version-labels.ts';

const GenerationView = lazyPart(async () => (await loadGenerationView()).GenerationView);

type EnhancedPanelProps = {
  readonly state: GenerationState;
  /** What other features add to a version's view. */
  readonly parts: VersionParts;
  readonly onStop: () => void;
  /** Where a model's answer could not be read: has the built-in writer write instead. */
  readonly onUseBuiltIn: (() => void) | null;
};

export function EnhancedPanel(props: EnhancedPanelProps) {
  const { state } = props;
  const headingId = useId();
  const [shown, setShown] = useState<VersionName>('safe');
  const [phase, setPhase] = useState(state.phase);

  // A new run and its end both begin at the safe version.
  if (phase !== state.phase) {
    setPhase(state.phase);
    setShown('safe');
  }
  // So does a reset, also where there is nothing to reset but the tab.
  useEffect(() => onReset(() => setShown('safe')), []);

  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state.phase === 'processing') bringIntoView(panel.current);
  }, [state.phase]);

  return (
    <section className="panel enhanced-panel" aria-labelledby={headingId} ref={panel}>
      <header className="panel-header">
        <h2 id={headingId}>Enhanced Content</h2>
      </header>
      <Tabs
        label="Versions"
        names={versionNames}
        words={versionLabels}
        shown={shown}
        marks={marksOf(state)}
        disabled={state.phase === 'processing'}
        onShow={setShown}
      >
        {state.phase === 'idle' ? (
          <EmptyState onUseBuiltIn={props.onUseBuiltIn} />
        ) : (
          <Loading label="Generating">
            <GenerationView {...props} state={state} version={shown} />
          </Loading>
        )}
      </Tabs>
    </section>
  );
}

/** A whole answer may lack a version all the same. */
function marksOf(state: GenerationState): Partial<Record<VersionName, string>> {
  if (state.phase !== 'unfinished' && state.phase !== 'result') return {};
  const mark = state.phase === 'unfinished' ? 'not finished' : 'empty';
  return Object.fromEntries(state.generation.unfinished.map((version) => [version, mark]));
}

/** On a small screen the panel may lie below the fold when the work begins. */
function bringIntoView(panel: HTMLElement | null): void {
  if (panel !== null && panel.getBoundingClientRect().top > window.innerHeight / 2) {
    panel.scrollIntoView({ block: 'start' });
  }
}
