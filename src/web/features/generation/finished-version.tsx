import './generation.css';
import { TriangleAlert } from 'lucide-react';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionName } from '#core/edits/version.ts';
import { type ReadonlyStore, createStore } from '#web/lib/store.ts';
import { LiveView } from './live-view.tsx';
import { Suspense, useLayoutEffect, useMemo, useRef, type ClipboardEvent } from 'react';
import { escapeHtml } from '#core/export/escape.ts';
import { logFailure, warn } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, PartFailure } from '#web/ui/lazy-part.tsx';
import type { EditedView, ShownVersion, VersionParts } from '#web/version-view/shown-version.ts';
import type { CompareWords } from '#web/version-view/text-pieces.ts';
import { VersionText } from '#web/version-view/version-text.tsx';
import { messageOfFinished, type GenerationState } from './generation-controller.ts';
import { LinkReportView, messageOfUsage } from './link-report-view.tsx';
import { LinkStrip } from './link-strip.tsx';

type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly awaitedProofs: ReadonlyStore<number>;
  readonly onStop: () => void;
};

/** Returns the component that shows a generation. All its versions share one switch for their changes. */
export function createGenerationView() {
  const changes = createShowChanges();
  return function GenerationView({ state, version, parts, ...live }: GenerationViewProps) {
    if (state.phase === 'processing') return <LiveView state={state} {...live} />;
    const { generation } = state;
    const reason = state.phase === 'unfinished' ? state.reason : null;
    return (
      <>
        {reason === null ? null : (
          <div className="unfinished-notice">
            <TriangleAlert aria-hidden="true" size={17} />
            <p>
              <strong>{messageOfFinished(generation)}.</strong> {reason}
            </p>
          </div>
        )}
        {reason !== null && generation.unfinished.includes(version) ? (
          <p className="version-empty">
            This version was not finished, so there is nothing to copy. Press Generate to have all three
            written again.
          </p>
        ) : (
          <FinishedVersion generation={generation} version={version} parts={parts} changes={changes} />
        )}
      </>
    );
  };
}

type FinishedVersionProps = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly changes: ShowChanges;
};

/** One finished version: its link check, its actions and its text. */
function FinishedVersion({ generation, version, parts: { Editor, Export }, changes }: FinishedVersionProps) {
  const written: ShownVersion = useMemo(() => {
    return { generation, version, edits: generation.edits[version], report: generation.report[version] };
  }, [generation, version]);
  const view = (edited: EditedView) => <ReadingView edited={edited} Export={Export} changes={changes} />;
  const isEmpty = generation.versions[version].trim() === '';
  return (
    <>
      {isEmpty ? (
        view({ shown: written })
      ) : (
        <PartFailure>
          {/* Without Export: the editor draws it again, and a pressed button would lose its state. */}
          <Suspense fallback={<ReadingView edited={{ shown: written }} Export={null} changes={changes} />}>
            <Editor shown={written}>{view}</Editor>
          </Suspense>
        </PartFailure>
      )}
      {generation.usage === null ? null : <p className="usage">{messageOfUsage(generation.usage)}</p>}
    </>
  );
}

type ReadingViewProps = Pick<FinishedVersionProps, 'changes'> & {
  readonly edited: EditedView;
  readonly Export: VersionParts['Export'] | null;
};

function ReadingView({ edited, Export, changes }: ReadingViewProps) {
  const { shown, controls, actions, notes } = edited;
  const { generation, version, edits, report } = shown;
  const { text: content, links } = generation;
  const urls = useMemo(() => links.map(({ url }) => url), [links]);
  const compare = useStore(changes).compare;
  const isEmpty = generation.versions[version].trim() === '';
  const head = useRef<HTMLDivElement>(null);
  const reading = useRef<HTMLDivElement>(null);

  // The user reads a finished version from its beginning, not from the position of the arriving text.
  useLayoutEffect(() => {
    head.current?.closest('[role=tabpanel]')?.scrollTo(0, 0);
  }, []);

  return (
    <>
      <div className="version-bar" ref={head}>
        <LinkReportView report={report} links={links} isEmpty={isEmpty} />
        {isEmpty ? null : <LinkStrip content={content} edits={edits} urls={urls} reading={reading} />}
      </div>
      <div className="version-actions">
        {Export === null ? null : (
          <Loading label={null}>
            <Export shown={shown} />
          </Loading>
        )}
        {edits.length === 0 ? null : <ChangesToggle changes={changes} />}
        {actions}
      </div>
      {notes}
      {isEmpty ? (
        <p className="version-empty">
          This version came back empty: the answer held no text for it. Press Reset to start over.
        </p>
      ) : (
        <div className="reading" ref={reading} onCopy={compare === null ? undefined : copyWithoutMarks}>
          <VersionText
            content={content}
            edits={edits}
            urls={urls}
            isFinal
            compare={compare}
            controls={controls}
          />
        </div>
      )}
    </>
  );
}

const storageName = 'showChanges';

/** Whether changes are marked, and the function that finds them. The function is null while it is off or loads. */
type ShownChanges = { readonly isOn: boolean; readonly compare: CompareWords | null };

type ShowChanges = ReturnType<typeof createShowChanges>;

/** Applies to all versions until the browser session ends. */
function createShowChanges() {
  const storage = createSafeStorage(
    () => sessionStorage,
    () => warn('The browser does not remember for this session that changes are shown.'),
  );
  const { get, set, subscribe } = createStore<ShownChanges>({ isOn: false, compare: null });

  async function turn(isOn: boolean): Promise<void> {
    set({ isOn, compare: null });
    if (!isOn) return;
    try {
      const { compareWords } = await import('#web/version-view/compare-words.ts');
      if (get().isOn) set({ isOn, compare: compareWords });
    } catch (failure) {
      set({ isOn: false, compare: null });
      logFailure('What shows the changes could not be loaded.', failure);
    }
  }

  if (storage.read(storageName) === 'yes') void turn(true);
  return {
    get,
    subscribe,
    toggle() {
      const isOn = !get().isOn;
      storage.write(storageName, isOn ? 'yes' : 'no');
      void turn(isOn);
    },
  };
}

/** Switches the marks of new and removed words, and explains them while they are on. */
function ChangesToggle({ changes }: { readonly changes: ShowChanges }) {
  const { isOn } = useStore(changes);
  return (
    <div className="changes-toggle">
      <Button aria-pressed={isOn} className="changes-button" onClick={changes.toggle}>
        Show changes
      </Button>
      {isOn ? (
        <p className="changes-key">
          <ins>new words</ins> <del>your words, left out</del>
        </p>
      ) : null}
    </div>
  );
}

/** Copies the selection without the marks: removed words do not belong to the version. */
function copyWithoutMarks(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const selected = selection.getRangeAt(0).cloneContents();
  for (const aside of selected.querySelectorAll('del, button, [data-aside]')) aside.remove();
  const lines = [...selected.children].filter((element) => element.tagName === 'DIV');
  const plain = lines.length === 0 ? selected.textContent : lines.map((line) => line.textContent).join('\n');
  event.clipboardData.setData('text/html', htmlOf(selected));
  event.clipboardData.setData('text/plain', plain ?? '');
  event.preventDefault();
}

/** Returns lines and links as HTML, and the text of everything else. */
function htmlOf(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data);
  const inner = [...node.childNodes].map(htmlOf).join('');
  if (node instanceof HTMLDivElement) return `<div>${inner === '' ? '<br>' : inner}</div>`;
  if (!(node instanceof HTMLAnchorElement)) return inner;
  const { rel } = node;
  return `<a href="${escapeHtml(node.getAttribute('href') ?? '')}" rel="${escapeHtml(rel)}">${inner}</a>`;
}
