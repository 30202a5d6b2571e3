import {
  ChevronLeft,
  ChevronRight,
  ExternalLink,
  ListOrdered,
  RefreshCw,
  Square,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import {
  useLayoutEffect,
  useMemo,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { linkRel } from '#core/export/escape.ts';
import { pageLanguage, t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';

import { addressesIn, editName, linksIn } from './edit-words.ts';
import type { EditorController } from './editor-controller.ts';
import { notesOf } from './link-note.tsx';
import type { RewordController, RewordState } from './reword.ts';

type ToolProps = { readonly edit: Edit; readonly editor: EditorController };
type RewordProps = ToolProps & {
  readonly rewording: RewordController;
  /** Whether this edit is being reworded, or why that failed. */
  readonly own: RewordState;
};

export function EditToolbar({ edit, editor, rewording, own }: RewordProps) {
  const bar = useRef<HTMLSpanElement>(null);
  const { generation, selection } = editor;
  const name = editName(edit, generation);
  useFloating(bar, editor, edit.id);

  // The tools disappear with the edit. If they had the focus, Undo gets it.
  function remove(): void {
    if (editor.act({ type: 'edit-remove', edit }, t('Removed: {name}', { name }))) selection.clear();
  }

  return (
    <span
      className="weave-tools"
      role="toolbar"
      aria-label={t('Change “{name}”', { name })}
      lang={pageLanguage()}
      data-aside=""
      popover="manual"
      tabIndex={-1}
      ref={bar}
      onKeyDown={moveFocus}
    >
      <span className="weave-tool-row">
        <BesideButton editor={editor} edit={edit} step={-1} />
        {edit.relink === undefined ? (
          <ToolButton icon={Trash2} label={t('Remove')} onClick={remove} />
        ) : (
          <ToolButton icon={Undo2} label={t('Undo the exchange')} onClick={remove} />
        )}
        {edit.relink === undefined && linksIn(edit, generation).length > 0 ? (
          <RewordButton editor={editor} edit={edit} rewording={rewording} own={own} />
        ) : null}
        <OpenLink edit={edit} editor={editor} />
        {edit.relink === undefined ? <MoveButton editor={editor} edit={edit} /> : null}
        <BesideButton editor={editor} edit={edit} step={1} />
      </span>
      <ToolNotes editor={editor} edit={edit} own={own} />
    </span>
  );
}

type ToolButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled'> & {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isBare?: boolean;
  readonly off?: boolean;
};

function ToolButton({ icon: Icon, label, isBare = false, off = false, ...rest }: ToolButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`weave-tool ${isBare ? 'weave-tool-bare' : ''}`}
      aria-disabled={off || undefined}
      title={rest.title ?? (isBare ? label : undefined)}
    >
      <Icon aria-hidden="true" size={16} />
      <span className={isBare ? 'visually-hidden' : undefined}>{label}</span>
    </button>
  );
}

/** Opens the link of an edit. With several links, a click with Ctrl on each opens it. */
function OpenLink({ edit, editor: { generation } }: ToolProps) {
  const [url, ...others] = addressesIn(edit, generation);
  if (url === undefined || others.length > 0) return null;
  return (
    <a className="weave-tool" href={url} target="_blank" rel={linkRel} title={url}>
      <ExternalLink aria-hidden="true" size={16} />
      {t('Open')}
    </a>
  );
}

/** Says what the edit links to, which address was exchanged, what it claims, and why it was not reworded. */
function ToolNotes({ editor, edit, own }: Omit<RewordProps, 'rewording'>) {
  const { relink } = edit;
  if (relink !== undefined)
    return (
      <span className="weave-exchange">
        <span>{t('Old')}</span> <bdi>{relink.from}</bdi>
        <span>{t('New')}</span> <bdi>{relink.url}</bdi>
      </span>
    );
  const { links, claims } = notesOf({ edit, editor });
  const notes = own.phase === 'failed' ? [...claims, own.message] : claims;
  return (
    <>
      {links.map(({ id, name, host }) => (
        <span key={id} className="weave-target">
          <b dir="auto">{name}</b> <bdi>{host}</bdi>
        </span>
      ))}
      {notes.map((note) => (
        <span key={note} className="weave-reason">
          {note}
        </span>
      ))}
    </>
  );
}

function BesideButton({ editor, edit, step }: ToolProps & { readonly step: 1 | -1 }) {
  return (
    <ToolButton
      icon={step === 1 ? ChevronRight : ChevronLeft}
      label={t(step === 1 ? 'Next link' : 'Previous link')}
      isBare
      onClick={() => editor.selectBeside(edit.id, step)}
    />
  );
}

function MoveButton({ editor, edit }: ToolProps) {
  const isMovable = useMemo(() => editor.version.freePassages(edit).length > 0, [editor, edit]);
  const reason = isMovable ? null : t('Only a sentence of its own can be moved.');
  return (
    <ToolButton
      icon={ListOrdered}
      label={t('Move')}
      title={reason ?? undefined}
      aria-label={t('Move to another passage')}
      aria-haspopup="dialog"
      off={!isMovable}
      onClick={() => (reason === null ? editor.startMove(edit) : announce(reason))}
    />
  );
}

function RewordButton({ editor: { version }, edit, rewording, own }: RewordProps) {
  const isBusy = useStore(rewording.state).phase === 'busy';
  if (own.phase === 'busy') return <ToolButton icon={Square} label={t('Stop')} onClick={rewording.stop} />;
  return (
    <ToolButton
      icon={RefreshCw}
      label={t('Reword')}
      off={isBusy}
      onClick={() => void rewording.start(version, edit.id)}
    />
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function moveFocus(event: KeyboardEvent): void {
  const step = steps[event.key];
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = tools.findIndex((tool) => tool === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  tools.at((at + step) % tools.length)?.focus();
}

/** Shows the tools beside their edit. Scrolls to an edit that was pressed, and focuses tools that take the focus. */
function useFloating(bar: RefObject<HTMLElement | null>, { selection }: EditorController, id: string): void {
  const now = useStore(selection);
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    editElements(current, id).at(-1)?.scrollIntoView({ block: 'nearest' });
    return float(current, id);
  }, [bar, id]);
  useLayoutEffect(() => {
    if (now?.takesFocus) bar.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [bar, now]);
}

/** Shows the tools of an edit under or above its words, and keeps them there. Returns a function that hides them. */
function float(tools: HTMLElement, id: string): () => void {
  const life = new AbortController();
  const { signal } = life;
  const place = () => {
    const boxes = editElements(tools, id).flatMap((element) => [...element.getClientRects()]);
    const [first, last] = [boxes[0], boxes.at(-1)];
    if (first !== undefined && last !== undefined) placeBeside(tools, first.top, last);
  };
  const changes = new ResizeObserver(place);
  tools.showPopover();
  place();
  changes.observe(tools);
  document.addEventListener('scroll', place, { signal, capture: true, passive: true });
  window.addEventListener('resize', place, { signal });
  return () => {
    life.abort();
    changes.disconnect();
    if (tools.isConnected) tools.hidePopover();
  };
}

/** The smallest distance from the edges of the window, in pixels. */
const margin = 12;
const gap = 6;

/**
 * Places the tools inside the panel and the window: under the last line of the edit, where they cover no sentence
 * before it, or above its first line if there is no space.
 */
function placeBeside(tools: HTMLElement, firstTop: number, lastLine: DOMRect): void {
  const panel = tools.closest('[role=tabpanel]')?.getBoundingClientRect() ?? lastLine;
  const band = tools.closest('[role=tabpanel]')?.querySelector('.version-actions')?.getBoundingClientRect();
  const { width, height } = tools.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const right = Math.min(panel.right, clientWidth) - width - margin;
  const bottom = Math.min(panel.bottom, clientHeight) - height - margin;
  tools.style.left = `${Math.max(panel.left + margin, Math.min(lastLine.left, right))}px`;
  const above = firstTop - height - gap;
  const isUnder = lastLine.bottom + gap <= bottom || above < Math.max(band?.bottom ?? 0, margin);
  const top = isUnder ? lastLine.bottom + gap : above;
  tools.style.top = `${Math.max(margin, Math.min(top, bottom))}px`;
}

/** Returns the elements of the edit to which the tools belong. */
function editElements(tools: HTMLElement, id: string): readonly HTMLElement[] {
  const root = tools.closest('.weave');
  return [...(root?.querySelectorAll<HTMLElement>(`[data-edit="${CSS.escape(id)}"]`) ?? [])];
}
