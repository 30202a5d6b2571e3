import './generation.css';

import { Square, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { versionNames, type NamesHowMany, type VersionName } from '#core/edits/version-names.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/lazy-part.tsx';
import { messageOfFinished, versionLabels, type VersionParts } from '#web/version-view/shown-version.ts';
import { useContentKind, VersionText } from '#web/version-view/version-text.tsx';

import { createShowChanges, FinishedVersion } from './finished-version.tsx';
import type { GenerationState, LiveVersion } from './generation-state.ts';
import type { Outdated } from './report-messages.ts';
import { FailureButtons, type FailureWays } from './generation-failure.tsx';
import { visibleRange } from './link-strip.tsx';

export type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly onStop: () => void;
  readonly failure: string | null;
  readonly ways: FailureWays;
  readonly outdated: Outdated;
};

/** Returns the component that shows a generation. All its versions share one switch for their changes. */
export function createGenerationView(parts: VersionParts) {
  const changes = createShowChanges();
  return function GenerationView(props: GenerationViewProps) {
    const { state, version, onStop, failure, ways, outdated } = props;
    if (state.phase === 'processing') return <LiveView state={state} onStop={onStop} />;
    const { generation } = state;
    const isUnfinished = state.phase === 'unfinished';
    const reason = isUnfinished ? state.reason : failure;
    return (
      <>
        {reason === null ? null : (
          <div className="unfinished-notice">
            <TriangleAlert aria-hidden="true" size={17} />
            <div>
              <p>
                <strong>
                  {isUnfinished ? messageOfFinished(generation) : t('These are your versions from before')}.
                </strong>{' '}
                {translated(reason)}
              </p>
              <FailureButtons ways={ways} look="plain" />
            </div>
          </div>
        )}
        {isUnfinished && generation.unfinished.includes(version) ? (
          <p className="version-empty">
            {t(
              'This version was not finished, so there is nothing to copy. Press Generate to have all three written again.' satisfies NamesHowMany,
            )}
          </p>
        ) : (
          <FinishedVersion {...{ generation, version, parts, changes, outdated }} />
        )}
      </>
    );
  };
}

type LiveViewProps = {
  readonly state: Extract<GenerationState, { phase: 'processing' }>;
  readonly onStop: () => void;
};

function LiveView({ state, onStop }: LiveViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const arriving = useStore(state.live);
  const writing = arriving.open[0];
  useLayoutEffect(() => keepFocus(view.current), []);
  return (
    <div className="live" ref={view}>
      <div className="live-head">
        <div className="live-status">
          <Spinner label={t('Generating')} />
          <div className="live-words">
            <p className="live-title">
              {writing === undefined
                ? t('Weaving your links in')
                : t('Writing {version}', { version: t(versionLabels[writing]) })}
              <ElapsedTime since={state.startedAt} />
            </p>
            <p className="live-wait">{t('Please be patient: this may take up to 3-5 minutes.')}</p>
          </div>
          <Button look="quiet" icon={Square} iconSize={14} onClick={onStop}>
            {t('Stop')}
          </Button>
        </div>
        <VersionSteps arriving={arriving} />
      </div>
      <ArrivingText key={arriving.version ?? ''} arriving={arriving} />
    </div>
  );
}

/** Returns a function that moves the focus from the removed view to its panel, not to the top of the page. */
function keepFocus(view: HTMLElement | null): () => void {
  const panel = view?.closest<HTMLElement>('[role=tabpanel]');
  return () => {
    if (view?.contains(document.activeElement)) panel?.focus({ preventScroll: true });
  };
}

/** Counts the time since a moment. It has no live region, because a screen reader would read it each second. */
function ElapsedTime({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="elapsed" role="timer" aria-live="off" aria-label={t('Elapsed time')}>
      {minutesAndSeconds(now - since)}
    </span>
  );
}

/** Formats milliseconds as mm:ss; an hour is 60:00. */
function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

type Arriving = { readonly arriving: LiveVersion };

function VersionSteps({ arriving: { version, woven, urls, open, done } }: Arriving) {
  const look = (name: VersionName) =>
    done.includes(name) ? 'step-done' : open.includes(name) ? 'step-writing' : '';
  return (
    <div className="steps">
      <ol className="steps-bar" aria-hidden="true">
        {versionNames.map((name) => (
          <li key={name} className={`step ${look(name)}`} />
        ))}
      </ol>
      <p className="steps-words">
        {t('{count} of {total} versions done', { count: done.length, total: versionNames.length })}
      </p>
      {version === null || urls.length === 0 ? null : (
        <p className="steps-words steps-links">
          {tCount(
            urls.length,
            '{woven} of {count} link woven so far',
            '{woven} of {count} links woven so far',
            { woven },
          )}
        </p>
      )}
    </div>
  );
}

/** Shows the user's own text until an edit arrives. With whole texts, all edits of a text arrive at its end. */
function ArrivingText({ arriving: { content, edits, urls, newest } }: Arriving) {
  const text = useRef<HTMLDivElement>(null);
  const { isMarkdown, lang } = useContentKind(content);
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
    <div className="reading" lang={lang} ref={text}>
      <VersionText content={content} edits={edits} urls={urls} isFinal={false} asRead={isMarkdown} />
    </div>
  );
}

/** Milliseconds between two moves. The parts of a long text send edits in turns from places far apart. */
const moveInterval = 900;

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to each new edit, but only while the last edit is in view: the reader may have scrolled away. */
function followEdits(text: HTMLElement | null) {
  const view = text?.closest<HTMLElement>('[role=tabpanel]') ?? null;
  let hasLeft = false;
  let last: Element | null = null;
  let next: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const leave = () => {
    hasLeft = true;
  };

  function move(): void {
    timer = null;
    const edit = next === null ? null : text?.querySelector(`[data-edit="${CSS.escape(next)}"]`);
    next = null;
    if (view === null || !edit) return;
    if (hasLeft && !isSeen(last, view)) return;
    hasLeft = false;
    last = edit;
    bringIntoView(edit, view);
    timer = setTimeout(move, moveInterval);
  }

  const life = new AbortController();
  for (const gesture of gestures)
    view?.addEventListener(gesture, leave, { passive: true, signal: life.signal });
  return {
    /** Call it after a new edit is drawn. */
    to(id: string) {
      next = id;
      if (timer === null) move();
    },
    end() {
      if (timer !== null) clearTimeout(timer);
      life.abort();
    },
  };
}

/** Returns whether the edit is in view, or the beginning of the text if there is no edit. */
function isSeen(edit: Element | null, view: HTMLElement): boolean {
  if (edit === null) return view.scrollTop === 0;
  const { top, bottom } = edit.getBoundingClientRect();
  const seen = visibleRange(view);
  return edit.isConnected && bottom > seen.top && top < seen.bottom;
}

function bringIntoView(edit: Element, view: HTMLElement): void {
  const { top, bottom } = edit.getBoundingClientRect();
  const room = visibleRange(view);
  const margin = (room.bottom - room.top) / 6;
  if (top > room.top + margin && bottom < room.bottom - margin) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({
    top: (top + bottom) / 2 - (room.top + room.bottom) / 2,
    behavior: isCalm ? 'instant' : 'smooth',
  });
}
