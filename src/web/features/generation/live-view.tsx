import { Square } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

import { versionNames, type VersionName } from '#core/edits/version.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { proofWait } from '#web/proof-of-work/proof-wait.ts';
import { Spinner } from '#web/ui/lazy-part.tsx';
import { versionLabels } from '#web/version-view/version-labels.ts';
import { VersionText } from '#web/version-view/version-text.tsx';

import { followEdits } from './follow-edits.ts';
import type { GenerationState } from './generation-state.ts';
import { liveText, type LiveVersion } from './live-text.ts';

type Processing = Extract<GenerationState, { phase: 'processing' }>;

type LiveViewProps = {
  readonly state: Processing;
  readonly onStop: () => void;
};

/** A generation that runs: its status, its progress and the arriving text. */
export function LiveView({ state, onStop }: LiveViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const isChecking = useSyncExternalStore(proofWait.subscribe, proofWait.isAwaited);
  const arriving = useStore(liveText.shown);
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

/** Names the version whose text is drawn. The state may already know the next one. */
function titleOf({ version, isOpen }: LiveVersion): string {
  return version !== null && isOpen ? `Writing ${versionLabels[version]}` : 'Weaving your links in';
}

/** Returns a function that moves the focus from the removed view to its panel, not to the top of the page. */
function keepFocus(view: HTMLElement | null): () => void {
  const panel = view?.closest<HTMLElement>('[role=tabpanel]');
  return () => {
    if (view?.contains(document.activeElement)) panel?.focus({ preventScroll: true });
  };
}

/** Counts the time since a moment. It has no live region: that would never stop speaking. */
function ElapsedTime({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="elapsed" role="timer" aria-live="off" aria-label="Elapsed time">
      {minutesAndSeconds(now - since)}
    </span>
  );
}

/** Formats milliseconds as mm:ss; an hour is 60:00. */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
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

/** Shows the user's own text until the first edit arrives. A model that answers with a whole text sends all at its end. */
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
