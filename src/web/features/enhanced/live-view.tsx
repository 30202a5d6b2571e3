import { Square } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';
import { Button } from '#web/ui/button.tsx';
import { proofWait } from '#web/proof/proof-wait.ts';
import { Spinner } from '#web/ui/spinner.tsx';

import { ElapsedTime } from './elapsed-time.tsx';
import { followEnd } from './follow-end.ts';
import type { GenerationState } from './generation-machine.ts';
import type { LiveText } from './live-text.ts';
import { versionLabels } from './version-labels.ts';
import { WovenText } from './woven-text.tsx';

type Processing = Extract<GenerationState, { phase: 'processing' }>;

type LiveViewProps = {
  readonly state: Processing;
  readonly live: LiveText;
  readonly knownUrls: readonly string[];
  readonly onStop: () => void;
};

/** What is seen while a generation runs. */
export function LiveView({ state, live, knownUrls, onStop }: LiveViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const isChecking = useSyncExternalStore(proofWait.subscribe, proofWait.isAwaited);
  useLayoutEffect(() => keepFocus(view.current), []);
  return (
    <div className="live" ref={view}>
      <div className="live-head">
        <div className="live-status">
          <Spinner label="Generating" />
          <div className="live-words">
            <p className="live-title">
              {isChecking ? 'Checking your browser' : titleOf(state)}
              <ElapsedTime since={state.startedAt} />
            </p>
            <p className="live-patience">
              {isChecking
                ? 'A short check keeps robots away. Writing begins right after it.'
                : 'Please be patient: this may take up to 3-5 minutes.'}
            </p>
          </div>
          <Button look="quiet" onClick={onStop}>
            <Square aria-hidden="true" size={14} />
            Stop
          </Button>
        </div>
        <VersionSteps state={state} />
      </div>
      <ArrivingText live={live} knownUrls={knownUrls} />
    </div>
  );
}

function titleOf({ writing }: Processing): string {
  return writing === null ? 'Weaving your links in' : `Writing ${versionLabels[writing]}`;
}

/** Stop goes with the view: a focus that it had goes to the panel, not to the top of the page. */
function keepFocus(view: HTMLElement | null): () => void {
  const panel = view?.closest<HTMLElement>('[role=tabpanel]');
  return () => {
    if (view?.contains(document.activeElement)) panel?.focus({ preventScroll: true });
  };
}

function VersionSteps({ state }: { readonly state: Processing }) {
  return (
    <div className="steps">
      <ol className="steps-bar" aria-hidden="true">
        {versionNames.map((version) => (
          <li key={version} className={`step ${stepLook(state, version)}`} />
        ))}
      </ol>
      <p className="steps-words">{state.done.length} of 3 versions done</p>
    </div>
  );
}

function stepLook(state: Processing, version: VersionName): string {
  if (state.done.includes(version)) return 'step-done';
  return state.writing === version ? 'step-writing' : '';
}

function ArrivingText({ live, knownUrls }: Pick<LiveViewProps, 'live' | 'knownUrls'>) {
  const blocks = useSyncExternalStore(live.subscribe, live.blocks);
  const urls = useMemo(() => new Set(knownUrls), [knownUrls]);
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => followEnd(text.current), []);

  return (
    <div className="reading arriving" ref={text}>
      <WovenText blocks={blocks} urls={urls} isFinal={false} />
    </div>
  );
}
