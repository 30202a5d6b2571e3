import { Square } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

import { versionNames } from '#core/edits/version.ts';
import type { VersionName } from '#core/edits/version.ts';
import { Button } from '#web/ui/button.tsx';
import { proofWait } from '#web/proof-of-work/proof-wait.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { VersionText } from '#web/version-view/version-text.tsx';

import { ElapsedTime } from './elapsed-time.tsx';
import { followEdits } from './follow-edits.ts';
import type { GenerationState } from './generation-machine.ts';
import { liveSheet } from './live-sheet.ts';
import type { LiveVersion } from './live-text.ts';
import { versionLabels } from './version-labels.ts';

type Processing = Extract<GenerationState, { phase: 'processing' }>;

type LiveViewProps = {
  readonly state: Processing;
  readonly onStop: () => void;
};

/** What is seen while a generation runs. */
export function LiveView({ state, onStop }: LiveViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const isChecking = useSyncExternalStore(proofWait.subscribe, proofWait.isAwaited);
  const arriving = useSyncExternalStore(liveSheet.subscribe, liveSheet.shown);
  useLayoutEffect(() => keepFocus(view.current), []);
  return (
    <div className="live" ref={view}>
      <div className="live-head">
        <div className="live-status">
          <Spinner label="Generating" />
          <div className="live-words">
            <p className="live-title">
              {isChecking ? 'Checking your browser' : titleOf(arriving)}
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
        <VersionSteps state={state} arriving={arriving} />
      </div>
      <ArrivingText key={arriving.version ?? versionNames[0]} arriving={arriving} />
    </div>
  );
}

/** Names the version whose text is drawn, not one that begins before the next drawing. */
function titleOf({ version, isOpen }: LiveVersion): string {
  return version !== null && isOpen ? `Writing ${versionLabels[version]}` : 'Weaving your links in';
}

/** Stop goes with the view: a focus that it had goes to the panel, not to the top of the page. */
function keepFocus(view: HTMLElement | null): () => void {
  const panel = view?.closest<HTMLElement>('[role=tabpanel]');
  return () => {
    if (view?.contains(document.activeElement)) panel?.focus({ preventScroll: true });
  };
}

type Arriving = { readonly arriving: LiveVersion };

function VersionSteps({ state, arriving }: Arriving & { readonly state: Processing }) {
  const { version, woven, urls } = arriving;
  return (
    <div className="steps">
      <ol className="steps-bar" aria-hidden="true">
        {versionNames.map((name) => (
          <li key={name} className={`step ${stepLook(state, name)}`} />
        ))}
      </ol>
      <p className="steps-words">{state.done.length} of 3 versions done</p>
      {version === null || urls.length === 0 ? null : (
        <p className="steps-words steps-links">
          {woven} of {urls.length} {urls.length === 1 ? 'link' : 'links'} woven so far
        </p>
      )}
    </div>
  );
}

function stepLook(state: Processing, version: VersionName): string {
  if (state.done.includes(version)) return 'step-done';
  return state.open.includes(version) ? 'step-writing' : '';
}

/** The user's own text until the first edit is here. A version that is told as a whole text brings them all at its end. */
function ArrivingText({ arriving: { content, edits, urls, newest } }: Arriving) {
  const text = useRef<HTMLDivElement>(null);
  const follow = useRef<ReturnType<typeof followEdits>>(null);
  useEffect(() => {
    const following = followEdits(text.current);
    follow.current = following;
    return following.end;
  }, []);
  useEffect(() => {
    if (newest !== null) follow.current?.to(newest);
  }, [newest]);
  return (
    <div className="reading" ref={text}>
      <VersionText content={content} edits={edits} urls={urls} isFinal={false} />
    </div>
  );
}
