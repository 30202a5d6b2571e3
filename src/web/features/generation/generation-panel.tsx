import './generation-panel.css';

import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import { versionNames, type NamesHowMany, type VersionName } from '#core/edits/version-names.ts';
import { t } from '#web/lib/language.ts';
import { useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { onReset } from '#web/lib/events.ts';
import { Loading } from '#web/ui/lazy-part.tsx';
import { versionLabels, type ToAi } from '#web/version-view/shown-version.ts';

import type { GenerationController } from './generation-controller.ts';
import { FailureCard, type FailureWays } from './generation-failure.tsx';
import { changedLinks, type FindLinks, type GenerationState } from './generation-state.ts';
import type { GenerationViewProps } from './generation-view.tsx';
import type { Outdated } from './report-messages.ts';

type GenerationPanelProps = {
  readonly generations: GenerationController;
  /** Shows a generation. It is loaded when there is content. */
  readonly View: ComponentType<GenerationViewProps>;
  /** Says what each version does to the text. */
  readonly purposes: ReactNode;
  readonly ways: FailureWays & ToAi;
  readonly outdated: Outdated;
  /** Shown before the first result in place of the hint; null shows the hint. */
  readonly beforeResult: ReactNode;
};

/**
 * The panel of the versions. It is not drawn again while the user types or ticks, unless something stands in the place
 * of the result.
 */
export const GenerationPanel = memo(function GenerationPanel(props: GenerationPanelProps) {
  const { generations, View, purposes, ways, outdated, beforeResult } = props;
  const failure = useStore(generations.failure)?.message ?? null;
  const state = useStore(generations.state);
  const headingId = useId();
  const [shown, setShown] = useState<VersionName>(firstTab);
  const [phase, setPhase] = useState(state.phase);

  // The first tab is shown when a generation begins, and when it ends.
  if (phase !== state.phase) {
    setPhase(state.phase);
    setShown(firstTab);
  }
  // A reset may change nothing but the tab.
  useEffect(() => onReset(() => setShown(firstTab)), []);

  const panel = usePanelInView(state.phase);

  return (
    <section
      className="panel enhanced-panel"
      data-result={state.phase !== 'idle' || undefined}
      aria-labelledby={headingId}
      ref={panel}
    >
      <header className="panel-header">
        <h2 id={headingId}>{t('Enhanced Content')}</h2>
      </header>
      <VersionTabs
        labels={state.phase === 'relinked' ? relinkedLabels : versionLabels}
        shown={shown}
        panelKey={beforeResult === null ? shown : 'before'}
        marks={marksOf(state)}
        disabled={state.phase === 'processing'}
        isStop={state.phase === 'idle'}
        onShow={setShown}
      >
        {state.phase === 'idle' ? (
          <EmptyState {...{ failure, purposes, ways, beforeResult }} />
        ) : (
          <Loading label={t('Generating')}>
            <View
              state={state}
              onStop={generations.stop}
              version={shown}
              failure={failure}
              ways={ways}
              outdated={outdated}
            />
          </Loading>
        )}
      </VersionTabs>
    </section>
  );
});

/** The tab that is shown until the user chooses another one. */
const firstTab: VersionName = 'safe';

type TabLabels = { readonly [Name in VersionName]?: (typeof versionLabels)[Name] | 'Links exchanged' };

/** Only links were exchanged, so there is one version. */
const relinkedLabels = { safe: 'Links exchanged' } as const satisfies TabLabels;

type TabsProps = {
  /** The tabs, in the order of the versions. */
  readonly labels: TabLabels;
  readonly shown: VersionName;
  /** A new key makes a new panel, which begins at its top. */
  readonly panelKey: string;
  readonly marks: Readonly<Partial<Record<VersionName, string>>>;
  readonly disabled: boolean;
  /** Whether the Tab key stops at the panel, which may scroll. */
  readonly isStop: boolean;
  readonly onShow: (version: VersionName) => void;
  readonly children: ReactNode;
};

/** Tabs that follow the focus. The Tab key stops once, the arrow keys move between tabs. */
function VersionTabs({ labels, shown, panelKey, marks, disabled, isStop, onShow, children }: TabsProps) {
  const id = useId();
  const tabId = (name: VersionName) => `${id}-${name}`;
  const names = versionNames.filter((name) => labels[name] !== undefined);

  function moveByKey(event: KeyboardEvent): void {
    const next = tabAfterKey(names, shown, event.key);
    if (next === null) return;
    event.preventDefault();
    onShow(next);
    document.getElementById(tabId(next))?.focus();
  }

  return (
    <>
      <div className="tab-list" role="tablist" aria-label={t('Versions')}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="tab"
            role="tab"
            id={tabId(name)}
            aria-selected={name === shown}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown ? 0 : -1}
            disabled={disabled}
            onClick={() => onShow(name)}
            onKeyDown={moveByKey}
          >
            {t(labels[name] ?? versionLabels[name])}
            {marks[name] === undefined ? null : (
              <span className="tab-mark">
                <span className="visually-hidden">({marks[name]})</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        key={panelKey}
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={tabId(shown)}
        tabIndex={isStop ? 0 : -1}
      >
        {children}
      </div>
    </>
  );
}

/** Returns the tab that a key moves to, or null if the key does not move. The last tab is followed by the first. */
function tabAfterKey(names: readonly VersionName[], current: VersionName, key: string): VersionName | null {
  const at = names.indexOf(current);
  const last = names.length - 1;
  const targets: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  return names[targets[key] ?? -1] ?? null;
}

type EmptyStateProps = Pick<GenerationPanelProps, 'purposes' | 'ways' | 'beforeResult'> & {
  readonly failure: string | null;
};

/** The panel before the first result. The picture is a text with a thread through its lines. */
function EmptyState({ failure, purposes, ways, beforeResult }: EmptyStateProps) {
  const hint = <p>{t('Tick the links to add, paste your content, and click Generate.')}</p>;
  if (beforeResult !== null)
    return (
      <>
        {beforeResult}
        {hint}
      </>
    );
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
      {failure === null ? (
        <>
          <p className="empty-title">{t('Your three versions will appear here' satisfies NamesHowMany)}</p>
          {hint}
          <div className="empty-versions">{purposes}</div>
        </>
      ) : (
        <FailureCard message={failure} ways={ways} />
      )}
    </div>
  );
}

/** Returns a mark for each tab without a text. A version may be empty even if the generation has ended well. */
function marksOf(state: GenerationState): Partial<Record<VersionName, string>> {
  if (state.phase !== 'unfinished' && state.phase !== 'result') return {};
  const mark = t(state.phase === 'unfinished' ? 'not finished' : 'empty');
  return Object.fromEntries(state.generation.unfinished.map((version) => [version, mark]));
}

type Links = { readonly list: ReadonlyStore<unknown>; readonly seen: FindLinks };

/** Returns the same value until it changes, because the panel is drawn again for a new one. */
export function useOutdated(state: GenerationState, content: string, { list, seen }: Links): Outdated {
  const linkIds = useSyncExternalStore(list.subscribe, () => changedLinks(state, seen));
  const isText = 'generation' in state && state.generation.text !== content;
  return useMemo(() => ({ isText, linkIds }), [isText, linkIds]);
}

function usePanelInView(phase: GenerationState['phase']) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef(phase);
  useLayoutEffect(() => {
    const isGoingOn = before.current === 'processing';
    before.current = phase;
    // A result takes the place of what is there. The reader may have scrolled in that.
    if (phase === 'idle' || isGoingOn) return undefined;
    bringIntoView(panel.current);
    // In the next frame, the other panels have folded or unfolded.
    const frame = requestAnimationFrame(() => bringIntoView(panel.current));
    // The pressed button of the failure has disappeared, so the panel takes the focus.
    const tabPanel = panel.current?.querySelector<HTMLElement>('[role=tabpanel]');
    if (phase === 'processing' && document.activeElement === document.body)
      tabPanel?.focus({ preventScroll: true });
    return () => cancelAnimationFrame(frame);
  }, [phase]);
  return panel;
}

/** Scrolls to the panel if it does not begin in the upper half of the visible page, as on a small screen. */
function bringIntoView(panel: HTMLElement | null): void {
  // A smooth scroll that is still running would end at the old position of the panel.
  window.scrollTo({ top: window.scrollY, behavior: 'instant' });
  const top = panel?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > window.innerHeight / 2) panel?.scrollIntoView({ block: 'start' });
}
