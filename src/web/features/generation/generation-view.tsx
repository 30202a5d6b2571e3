import './generation.css';

import { Check, Square, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/lazy-part.tsx';
import {
  isWithoutAi,
  messageOfFinished,
  versionLabels,
  type ToAi,
  type VersionParts,
} from '#web/version-view/shown-version.ts';
import { useContentKind, VersionText } from '#web/version-view/version-text.tsx';

import { createShowChanges, FinishedVersion } from './finished-version.tsx';
import { FailureButtons, type FailureWays } from './generation-failure.tsx';
import { stoppedReason, type GenerationState, type LiveVersion } from './generation-state.ts';
import type { Outdated } from './report-messages.ts';

export type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly onStop: () => void;
  readonly failure: string | null;
  readonly ways: FailureWays & ToAi;
  readonly outdated: Outdated;
};

/** Returns the component that shows a generation. All its versions share one switch for their changes. */
export function createGenerationView(parts: VersionParts) {
  const changes = createShowChanges();
  const { disclosed, WithoutAi } = parts;
  return function GenerationView(props: GenerationViewProps) {
    const { state, version, onStop, failure, ways, outdated } = props;
    if (state.phase === 'processing') return <LiveView {...{ state, onStop, disclosed }} />;
    if (state.phase === 'stopped')
      return (
        <>
          <Notice title={t(stoppedReason)} ways={ways}>
            {t('This version isn’t finished. Generate again to get all three.')}
          </Notice>
          <UnfinishedText content={state.content} urls={state.urls} edits={state.partial[version] ?? []} />
        </>
      );
    const { generation } = state;
    const isUnfinished = state.phase === 'unfinished';
    const reason = isUnfinished ? state.reason : failure;
    const partial = isUnfinished && generation.unfinished.includes(version) ? state.partial?.[version] : null;
    const notice =
      reason === null ? null : (
        <Notice
          title={isUnfinished ? messageOfFinished(generation) : t('These are your versions from before')}
          ways={ways}
        >
          {translated(reason)}
        </Notice>
      );
    if (partial === null)
      return (
        <FinishedVersion {...{ generation, version, parts, changes, outdated, notice }}>
          {isWithoutAi(generation) ? <WithoutAi {...ways} /> : null}
        </FinishedVersion>
      );
    const { text: content, links } = generation;
    return (
      <>
        {notice}
        <p className="version-empty">{t('This version isn’t finished. Generate again to get all three.')}</p>
        {partial === undefined ? null : (
          <UnfinishedText {...{ content }} urls={links.map(({ url }) => url)} edits={partial} />
        )}
      </>
    );
  };
}

type NoticeProps = {
  readonly title: string;
  readonly ways: FailureWays;
  readonly children: ReactNode;
};

/** Says why a generation has ended early, and what the user can do. */
function Notice({ title, ways, children }: NoticeProps) {
  return (
    <div className="unfinished-notice">
      <TriangleAlert aria-hidden="true" size={17} />
      <div>
        <p>
          <strong>{title.replace(/\.$/u, '')}.</strong> {children}
        </p>
        <FailureButtons ways={ways} look="plain" />
      </div>
    </div>
  );
}

type UnfinishedTextProps = Pick<LiveVersion, 'content' | 'urls'> & { readonly edits: readonly Edit[] };

/** What had been written of a version. It can be read, but not copied as a version. */
function UnfinishedText({ content, urls, edits }: UnfinishedTextProps) {
  const { isMarkdown, lang } = useContentKind(content);
  return (
    <div className="reading" lang={lang}>
      <VersionText {...{ content, edits, urls }} isFinal={false} asRead={isMarkdown} />
    </div>
  );
}

type LiveViewProps = Pick<VersionParts, 'disclosed'> & {
  readonly state: Extract<GenerationState, { phase: 'processing' }>;
  readonly onStop: () => void;
};

function LiveView({ state, onStop, disclosed }: LiveViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const arriving = useStore(state.live);
  useLayoutEffect(() => keepFocus(view.current), []);
  return (
    <>
      <div className="version-actions" ref={view}>
        <Button icon={Square} iconSize={14} onClick={onStop}>
          {t('Stop')}
        </Button>
      </div>
      <div className="version-status live-status">
        <VersionSteps arriving={arriving} />
        <p>
          <Spinner label={t('Generating')} />
          <span>{t('Please be patient: this may take up to 3-5 minutes.')}</span>
          <ElapsedTime since={state.startedAt} />
        </p>
      </div>
      <ArrivingText key={String(arriving.isWhole)} arriving={arriving} disclosed={disclosed} />
    </>
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

/** The versions by their names: those that are written have a tick. */
function VersionSteps({ arriving: { woven, urls, open, done } }: Arriving) {
  const stepOf = (name: VersionName) =>
    done.includes(name) ? 'done' : open.includes(name) ? 'writing' : 'waiting';
  return (
    <>
      <ol className="steps">
        {versionNames.map((name) => (
          <li key={name} className={`step step-${stepOf(name)}`}>
            <Check aria-hidden="true" size={15} />
            {t(versionLabels[name])}
            <span className="visually-hidden"> {t(stepWords[stepOf(name)])}</span>
          </li>
        ))}
      </ol>
      {woven === null || urls.length === 0 ? null : (
        <p className="steps-links">
          {tCount(urls.length, '{added} of {count} link added', '{added} of {count} links added', {
            added: woven,
          })}
        </p>
      )}
    </>
  );
}

const stepWords = { done: '(written)', writing: '(being written)', waiting: '(waiting)' } as const;

type ArrivingTextProps = Arriving & Pick<VersionParts, 'disclosed'>;

/** Shows the user's own text, with the links that stand on its words, until the first version is whole. */
function ArrivingText({ arriving: { content, edits, urls }, disclosed }: ArrivingTextProps) {
  const { isMarkdown, lang } = useContentKind(content);
  const drawn = useMemo(() => disclosed(content, edits, urls), [disclosed, content, edits, urls]);
  return (
    <div className="reading" lang={lang}>
      <VersionText content={content} edits={drawn} urls={urls} isFinal={false} asRead={isMarkdown} />
    </div>
  );
}
