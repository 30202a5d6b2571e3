import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { t } from '#web/lib/language.ts';
import { warn } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { createStore, useStore, type ReadonlyStore } from '#web/lib/store.ts';
import {
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type RefObject,
} from 'react';
import { escapeHtml } from '#core/export/escape.ts';
import { Button } from '#web/ui/button.tsx';
import {
  type Disclosure,
  type EditControls,
  type EditedView,
  type ShownVersion,
  type VersionParts,
} from '#web/version-view/shown-version.ts';
import { disclosureId } from '#web/version-view/text-pieces.ts';
import { useContentKind, VersionText } from '#web/version-view/version-text.tsx';
import { LinkReportView } from './link-report-view.tsx';
import { LinkStrip, showInText, visibleRange } from './link-strip.tsx';
import { messageOfUsage, type Outdated } from './report-messages.ts';

type FinishedVersionProps = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly changes: ShowChanges;
  readonly outdated: Outdated;
};

export function FinishedVersion({
  generation,
  version,
  parts: { Editor, Export },
  ...shared
}: FinishedVersionProps) {
  const written: ShownVersion = useMemo(() => {
    return { generation, version, edits: generation.edits[version], report: generation.report[version] };
  }, [generation, version]);
  const view = (edited: EditedView) => <ReadingView edited={edited} Export={Export} {...shared} />;
  const isEmpty = generation.versions[version].trim() === '';
  return (
    <>
      {isEmpty ? view({ shown: written }) : <Editor shown={written}>{view}</Editor>}
      {generation.usage === null ? null : <p className="usage">{messageOfUsage(generation.usage)}</p>}
    </>
  );
}

type ReadingViewProps = Pick<FinishedVersionProps, 'changes' | 'outdated'> & {
  readonly edited: EditedView;
  readonly Export: VersionParts['Export'];
};

function ReadingView({ edited, Export, changes, outdated }: ReadingViewProps) {
  const { shown, actions, notes, places, onSelect } = edited;
  const { generation, version, edits } = shown;
  const { text: content, links } = generation;
  const urls = useMemo(() => links.map(({ url }) => url), [links]);
  const { isMarked, asSource } = useStore(changes);
  const { isMarkdown: hasSource, lang } = useContentKind(content);
  const [disclosure, setDisclosure] = useState<Disclosure | null>(null);
  const controls = useControls(edited.controls, disclosure);
  const isEmpty = generation.versions[version].trim() === '';
  const reading = useRef<HTMLDivElement>(null);
  useOpening(reading, disclosure !== null, isMarked);

  return (
    <>
      <div className="version-head" ref={watchHead}>
        <LinkReportView {...{ shown, isEmpty, places, onSelect, outdated }} />
        <div className="version-actions">
          <Export shown={shown} onDisclosed={setDisclosure} />
          {edits.length === 0 ? null : <ChangesToggle changes={changes} />}
          {hasSource && !isEmpty ? (
            <Button aria-pressed={asSource} onClick={() => changes.toggle('asSource')}>
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
        <div className="reading" lang={lang} ref={reading} onCopy={copyAsWritten}>
          <VersionText
            content={content}
            edits={disclosure?.edits ?? edits}
            urls={urls}
            isFinal
            isMarked={isMarked}
            controls={controls}
            asRead={hasSource && !asSource}
          />
        </div>
      )}
    </>
  );
}

/** Keeps the height of the head in a variable of its view. Faults and claims make the head higher. */
function watchHead(head: HTMLElement | null) {
  if (head === null) return undefined;
  const changes = new ResizeObserver(() =>
    head.parentElement?.style.setProperty('--head', `${head.offsetHeight}px`),
  );
  changes.observe(head);
  return () => changes.disconnect();
}

/**
 * Returns the controls that are drawn behind edits: the tools of the user's edits, and the buttons of the disclosure.
 */
function useControls(controls: EditControls | undefined, disclosure: Disclosure | null): EditControls {
  const buttons = disclosure?.buttons;
  return useMemo(
    () => (edit) => (edit.id === disclosureId ? buttons : controls?.(edit)),
    [buttons, controls],
  );
}

/** Shows a version at its first edit when it opens. When marks are switched on later, shows the first of them. */
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
  // The disclosure appears right after the text is drawn and makes it longer. The position of a reader who has scrolled
  // stays.
  useLayoutEffect(() => {
    if (isDisclosed) open();
  }, [isDisclosed]);

  useLayoutEffect(() => {
    const first = isMarked && !wasMarked.current ? reading.current?.querySelector('ins, del') : null;
    wasMarked.current = isMarked;
    if (first) showInText(first);
  }, [reading, isMarked]);
}

/** How much of the text above the first edit is shown, and the space above that, in pixels. */
const context = 88;
const margin = 16;

/** Scrolls a panel that has its own scroll bar, so that the first edit is in view with some text above it. */
function openAtFirstEdit(reading: HTMLElement): void {
  const panel = reading.closest('[role=tabpanel]');
  const first = reading.querySelector('[data-edit]');
  panel?.scrollTo({ top: 0, behavior: 'instant' });
  if (!panel || first === null) return;
  const edit = first.getBoundingClientRect();
  const seen = visibleRange(panel);
  if (edit.bottom <= seen.bottom) return;
  // If the disclosure is right above the edit, all of it is shown.
  const above = reading.querySelector('.disclosure')?.parentElement?.getBoundingClientRect().top ?? edit.top;
  const room = edit.top - above < (seen.bottom - seen.top) / 2 ? edit.top - above + margin : context;
  panel.scrollTo({ top: edit.top - seen.top - Math.max(room, context), behavior: 'instant' });
}

/** How versions are shown: for all versions, until the browser session ends. */
type ShowChanges = ReadonlyStore<{
  /** Whether new and removed words are marked. */
  readonly isMarked: boolean;
  /** Whether Markdown is drawn with its signs. */
  readonly asSource: boolean;
}> & { toggle(choice: keyof typeof storedNames): void };

/** Under these names, the session storage has `yes` or `no`. */
const storedNames = { isMarked: 'showChanges', asSource: 'showSource' } as const;

export function createShowChanges(): ShowChanges {
  const storage = createSafeStorage(
    () => sessionStorage,
    () => warn('The browser does not remember for this session how versions are shown.'),
  );
  const { get, set, subscribe } = createStore({
    isMarked: storage.read(storedNames.isMarked) === 'yes',
    asSource: storage.read(storedNames.asSource) === 'yes',
  });
  return {
    get,
    subscribe,
    toggle(choice) {
      const isOn = !get()[choice];
      storage.write(storedNames[choice], isOn ? 'yes' : 'no');
      set({ ...get(), [choice]: isOn });
    },
  };
}

function ChangesToggle({ changes }: { readonly changes: ShowChanges }) {
  const { isMarked } = useStore(changes);
  return (
    <>
      <Button aria-pressed={isMarked} onClick={() => changes.toggle('isMarked')}>
        {t('Show changes')}
      </Button>
      {isMarked ? (
        <p className="changes-key">
          <ins>{t('new words')}</ins> <del>{t('your words, left out')}</del>
        </p>
      ) : null}
    </>
  );
}

/** Removed words and buttons do not belong to the version, and the signs of Markdown are not shown. */
const unseen = 'del, button, [data-aside], .read-sign, .read-hidden';

/** Copies the words of the version without the tools and the looks of the page. */
function copyAsWritten(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0).cloneRange();
  const reading = event.currentTarget;
  // A mouse often goes beyond the text.
  if (!reading.contains(range.startContainer)) range.setStart(reading, 0);
  if (!reading.contains(range.endContainer)) range.setEnd(reading, reading.childNodes.length);
  const selected = range.cloneContents();
  for (const part of selected.querySelectorAll(unseen)) part.remove();
  for (const cell of selected.querySelectorAll('.read-cell + .read-cell')) cell.before('\t');
  const lines = [...selected.querySelectorAll('.woven-line')];
  const plain = lines.length === 0 ? selected.textContent : lines.map((line) => line.textContent).join('\n');
  event.clipboardData.setData('text/html', htmlOf(selected).replaceAll('</ul><ul>', ''));
  event.clipboardData.setData('text/plain', plain ?? '');
  event.preventDefault();
}

const kept = new Set(['strong', 'em', 'code', 's']);

/** Returns lines, headings, items, links, emphasis and code as HTML, and the text of everything else. */
function htmlOf(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data);
  const inner = [...node.childNodes].map(htmlOf).join('');
  // The element around the lines of a list, a table or a quotation has no class.
  if (node instanceof HTMLDivElement && node.className !== '') {
    const level = node.getAttribute('role') === 'heading' ? node.getAttribute('aria-level') : null;
    if (level !== null) return `<h${level}>${inner}</h${level}>`;
    if (node.matches('.read-item')) return `<ul><li>${inner}</li></ul>`;
    return `<div>${inner === '' ? '<br>' : inner}</div>`;
  }
  const name = node.nodeName.toLowerCase();
  if (kept.has(name)) return `<${name}>${inner}</${name}>`;
  if (!(node instanceof HTMLAnchorElement)) return inner;
  const { rel } = node;
  return `<a href="${escapeHtml(node.getAttribute('href') ?? '')}" rel="${escapeHtml(rel)}">${inner}</a>`;
}
