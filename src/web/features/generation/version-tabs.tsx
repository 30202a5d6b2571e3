import './version-tabs.css';

import { useEffect, useId, useRef, useState } from 'react';

import { versionNames, type VersionName } from '#core/edits/version.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import { onReset } from '#web/lib/events.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { versionLabels, type VersionParts } from '#web/version-view/shown-version.ts';

import { loadGenerationView, type GenerationState } from './generation-controller.ts';

const GenerationView = lazyPart(async () => (await loadGenerationView()).createGenerationView());

/** The tab that is shown first. */
const firstVersion: VersionName = 'safe';

type GenerationPanelProps = {
  readonly state: GenerationState;
  /** The parts of other features in a version's view. */
  readonly parts: VersionParts;
  /** The number of requests that wait for the proof of work of this browser. */
  readonly awaitedProofs: ReadonlyStore<number>;
  readonly onStop: () => void;
  /** Starts the built-in writer instead of the model. Null unless the model's answer could not be read. */
  readonly onUseBuiltIn: (() => void) | null;
};

export function GenerationPanel(props: GenerationPanelProps) {
  const { state } = props;
  const headingId = useId();
  const [shown, setShown] = useState(firstVersion);
  const [phase, setPhase] = useState(state.phase);

  // The first tab is shown when a generation begins, and when it ends.
  if (phase !== state.phase) {
    setPhase(state.phase);
    setShown(firstVersion);
  }
  // A reset may change nothing but the tab.
  useEffect(() => onReset(() => setShown(firstVersion)), []);

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
        titles={versionLabels}
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

/** The panel before the first result. The picture is a text with a thread through its lines. */
function EmptyState({ onUseBuiltIn }: Pick<GenerationPanelProps, 'onUseBuiltIn'>) {
  return (
    <div className="enhanced-empty">
      <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
        <g className="empty-lines">
          <path d="M20 20h150M20 44h62M114 44h106M20 68h128M186 68h34M20 92h40M104 92h76" />
        </g>
        <path
          className="empty-thread"
          d="M4 112C40 112 58 44 82 44h32c30 0 22 24 34 24h38c26 0-20 24-82 24H60"
        />
      </svg>
      {onUseBuiltIn === null ? (
        <>
          <p className="empty-title">Your three versions will appear here</p>
          <p>Tick the links to weave in, paste your content, and click Generate.</p>
        </>
      ) : (
        <>
          <p className="empty-title">The AI provider’s answer could not be read</p>
          <p>Nothing of it was taken, and your content is as it was.</p>
          <Button onClick={onUseBuiltIn}>Use the built-in writer</Button>
        </>
      )}
    </div>
  );
}

/** Returns a mark for each tab without a text. A version may be empty even if the generation has ended well. */
function marksOf(state: GenerationState): Partial<Record<VersionName, string>> {
  if (state.phase !== 'unfinished' && state.phase !== 'result') return {};
  const mark = state.phase === 'unfinished' ? 'not finished' : 'empty';
  return Object.fromEntries(state.generation.unfinished.map((version) => [version, mark]));
}

/** Scrolls to the panel if it is below the visible page, as on a small screen. */
function bringIntoView(panel: HTMLElement | null): void {
  if (panel !== null && panel.getBoundingClientRect().top > window.innerHeight / 2) {
    panel.scrollIntoView({ block: 'start' });
  }
}
