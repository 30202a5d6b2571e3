import {
  useMemo,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import type { VersionName } from '#core/edits/version-names.ts';
import { escapeAttribute, escapeHtml } from '#core/export/escape.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { catalogue, t } from '#web/lib/language.ts';
import { warn } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { createStore, useStore, type ReadonlyStore } from '#web/lib/store.ts';
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
import type { Outdated } from './report-messages.ts';

type FinishedVersionProps = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly changes: ShowChanges;
  readonly outdated: Outdated;
  /** Says why there are not more versions; null if there are all. */
  readonly notice: ReactNode;
  /** Says who has written the versions; null if there is nothing to say. */
  readonly children: ReactNode;
};

export function FinishedVersion({
  generation,
  version,
  parts: { Editor, Export, CopyReport },
  ...shared
}: FinishedVersionProps) {
  const written: ShownVersion = useMemo(() => {
    return { generation, version, edits: generation.edits[version], report: generation.report[version] };
  }, [generation, version]);
  const view = (edited: EditedView) => <ReadingView {...{ edited, Export, CopyReport }} {...shared} />;
  const isEmpty = generation.versions[version].trim() === '';
  return isEmpty ? view({ shown: written }) : <Editor shown={written}>{view}</Editor>;
}

type ReadingViewProps = Pick<FinishedVersionProps, 'changes' | 'outdated' | 'notice' | 'children'> &
  Pick<VersionParts, 'Export' | 'CopyReport'> & { readonly edited: EditedView };

function ReadingView({ edited, Export, CopyReport, changes, outdated, ...said }: ReadingViewProps) {
  const { shown, notes } = edited;
  const { generation, version, edits } = shown;
  const { text: content, links } = generation;
  const urls = useMemo(() => links.map(({ url }) => url), [links]);
  const isMarked = useStore(changes);
  // In another language, the tools in the text are drawn again.
  const { language } = useStore(catalogue);
  const { isMarkdown, lang } = useContentKind(content);
  const [disclosure, setDisclosure] = useState<Disclosure | null>(null);
  const controls = useControls(edited.controls, disclosure);
  const isEmpty = generation.versions[version].trim() === '';
  const reading = useRef<HTMLDivElement>(null);
  useFirstMark(reading, isMarked);

  return (
    <>
      <div className="version-actions">
        <Export shown={shown} onDisclosed={setDisclosure} />
        {edits.length === 0 ? null : (
          <Button aria-pressed={isMarked} onClick={changes.toggle}>
            {t('Show changes')}
          </Button>
        )}
      </div>
      <LinkReportView {...{ ...edited, isEmpty, outdated, CopyReport }}>{said.children}</LinkReportView>
      {said.notice}
      {isMarked ? (
        <p className="changes-key">
          <ins>{t('new words')}</ins> <del>{t('removed')}</del>
        </p>
      ) : null}
      {notes}
      {isEmpty ? (
        <p className="version-empty">
          {t('This version came back empty: the answer held no text for it. Press Reset to start over.')}
        </p>
      ) : (
        <div className="reading" lang={lang} ref={reading} onCopy={copyAsWritten}>
          <VersionText
            key={language}
            content={content}
            edits={disclosure?.edits ?? edits}
            urls={urls}
            isFinal
            isMarked={isMarked}
            controls={controls}
            asRead={isMarkdown}
          />
        </div>
      )}
    </>
  );
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

/** When marks are switched on, shows the first of them. */
function useFirstMark(reading: RefObject<HTMLElement | null>, isMarked: boolean): void {
  const wasMarked = useRef(isMarked);
  useLayoutEffect(() => {
    const first = isMarked && !wasMarked.current ? reading.current?.querySelector('ins, del') : null;
    wasMarked.current = isMarked;
    first?.scrollIntoView({ block: 'nearest' });
  }, [reading, isMarked]);
}

/** Whether new and removed words are marked: for all versions, until the browser session ends. */
type ShowChanges = ReadonlyStore<boolean> & { toggle(): void };

/** Under this name, the session storage has `yes` or `no`. */
const storedName = 'showChanges';

export function createShowChanges(): ShowChanges {
  const storage = createSafeStorage(
    () => sessionStorage,
    () => warn('The browser does not remember for this session how versions are shown.'),
  );
  const { get, set, subscribe } = createStore(storage.read(storedName) === 'yes');
  return {
    get,
    subscribe,
    toggle() {
      storage.write(storedName, get() ? 'no' : 'yes');
      set(!get());
    },
  };
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
  return `<a href="${escapeAttribute(node.getAttribute('href') ?? '')}" rel="${escapeAttribute(rel)}">${inner}</a>`;
}
