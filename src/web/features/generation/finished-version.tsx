import './generation.css';
import { TriangleAlert } from 'lucide-react';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionName } from '#core/edits/version.ts';
import { t, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { LiveView } from './live-view.tsx';
import {
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type RefObject,
} from 'react';
import { escapeHtml } from '#core/export/escape.ts';
import { formatOf } from '#core/document/document.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, PartFailure } from '#web/ui/lazy-part.tsx';
import {
  messageOfFinished,
  type Disclosure,
  type EditControls,
  type EditedView,
  type ShownVersion,
  type VersionParts,
} from '#web/version-view/shown-version.ts';
import { disclosureId } from '#web/version-view/text-pieces.ts';
import { VersionText } from '#web/version-view/version-text.tsx';
import type { GenerationState, PageGenerations } from './generation-controller.ts';
import { FailureButtons, type FailureWays } from './failure-ways.tsx';
import { LinkReportView, messageOfUsage } from './link-report-view.tsx';
import { LinkStrip } from './link-strip.tsx';
import { openAtFirstEdit, showInText } from './reading-place.ts';
import { ChangesToggle, createShowChanges, type ShowChanges } from './show-changes.tsx';

type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly generations: PageGenerations;
  /** Why the last generation failed, for the user. */
  readonly failure: string | null;
  readonly ways: FailureWays;
};

/** Returns the component that shows a generation. All its versions share one switch for their changes. */
export function createGenerationView() {
  const changes = createShowChanges();
  return function GenerationView({ state, version, parts, ...props }: GenerationViewProps) {
    const { generations, failure, ways } = props;
    if (state.phase === 'processing') return <LiveView state={state} generations={generations} />;
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
              'This version was not finished, so there is nothing to copy. Press Generate to have all three written again.',
            )}
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
  const { shown, actions, comparison, notes } = edited;
  const { generation, version, edits, report } = shown;
  const { text: content, links } = generation;
  const urls = useMemo(() => links.map(({ url }) => url), [links]);
  const { compare, asSource } = useStore(changes);
  const hasSource = useMemo(() => formatOf(content) === 'markdown', [content]);
  const [disclosure, setDisclosure] = useState<Disclosure | null>(null);
  const controls = useControls(edited.controls, disclosure);
  const isEmpty = generation.versions[version].trim() === '';
  const reading = useRef<HTMLDivElement>(null);
  useOpening(reading, disclosure !== null, compare !== null);

  return (
    <>
      <div className="version-head">
        <LinkReportView
          report={report}
          generation={generation}
          edits={edits}
          isEmpty={isEmpty}
          comparison={comparison}
        />
        <div className="version-actions">
          {Export === null ? null : (
            <Loading label={null}>
              <Export shown={shown} onDisclosed={setDisclosure} />
            </Loading>
          )}
          {edits.length === 0 ? null : <ChangesToggle changes={changes} />}
          {hasSource && !isEmpty ? (
            <Button aria-pressed={asSource} onClick={changes.toggleSource}>
              {t('Show source')}
            </Button>
          ) : null}
          {actions}
        </div>
        {isEmpty ? null : <LinkStrip content={content} edits={edits} urls={urls} reading={reading} />}
      </div>
      {notes}
      {isEmpty ? (
        <p className="version-empty">
          {t('This version came back empty: the answer held no text for it. Press Reset to start over.')}
        </p>
      ) : (
        <div className="reading" ref={reading} onCopy={compare === null ? undefined : copyWithoutMarks}>
          <VersionText
            content={content}
            edits={disclosure?.edits ?? edits}
            urls={urls}
            isFinal
            compare={compare}
            controls={controls}
            asRead={hasSource && !asSource}
          />
        </div>
      )}
    </>
  );
}

/** Returns what is drawn behind each edit: the tools of the user's edits, and buttons behind the disclosure. */
function useControls(controls: EditControls | undefined, disclosure: Disclosure | null): EditControls {
  const buttons = disclosure?.buttons;
  return useMemo(
    () => (edit) => (edit.id === disclosureId ? buttons : controls?.(edit)),
    [buttons, controls],
  );
}

/** A version opens at its first edit. Marks that appear later lead to the first of them. */
function useOpening(reading: RefObject<HTMLElement | null>, isDisclosed: boolean, isMarked: boolean): void {
  const left = useRef<number | null>(null);
  const wasMarked = useRef(isMarked);

  const open = useEffectEvent(() => {
    const panel = reading.current?.closest('[role=tabpanel]');
    if (!panel || (left.current !== null && panel.scrollTop !== left.current)) return;
    if (reading.current !== null) openAtFirstEdit(reading.current);
    left.current = panel.scrollTop;
  });
  useLayoutEffect(() => open(), []);
  // The disclosure is drawn right after the text, which then is longer. A reader who has scrolled stays where they are.
  useLayoutEffect(() => {
    if (isDisclosed) open();
  }, [isDisclosed]);

  useLayoutEffect(() => {
    const first = isMarked && !wasMarked.current ? reading.current?.querySelector('ins, del') : null;
    wasMarked.current = isMarked;
    if (first) showInText(first);
  }, [reading, isMarked]);
}

/** Removed words and buttons do not belong to the version, and the signs of Markdown are not shown. */
const unseen = 'del, button, [data-aside], .read-sign, .read-hidden';

/** Copies the selection as it is shown, without the marks of changes. */
export function copyWithoutMarks(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const selected = selection.getRangeAt(0).cloneContents();
  for (const part of selected.querySelectorAll(unseen)) part.remove();
  for (const cell of selected.querySelectorAll('.read-cell + .read-cell')) cell.before('\t');
  const lines = [...selected.children].filter((element) => element.tagName === 'DIV');
  const plain = lines.length === 0 ? selected.textContent : lines.map((line) => line.textContent).join('\n');
  event.clipboardData.setData('text/html', htmlOf(selected));
  event.clipboardData.setData('text/plain', plain ?? '');
  event.preventDefault();
}

const kept = new Set(['strong', 'em', 'code', 's']);

/** Returns lines, links, emphasis and code as HTML, and the text of everything else. */
function htmlOf(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data);
  const inner = [...node.childNodes].map(htmlOf).join('');
  if (node instanceof HTMLDivElement) return `<div>${inner === '' ? '<br>' : inner}</div>`;
  const name = node.nodeName.toLowerCase();
  if (kept.has(name)) return `<${name}>${inner}</${name}>`;
  if (!(node instanceof HTMLAnchorElement)) return inner;
  const { rel } = node;
  return `<a href="${escapeHtml(node.getAttribute('href') ?? '')}" rel="${escapeHtml(rel)}">${inner}</a>`;
}
