import { Pencil, Trash2, Undo2 } from 'lucide-react';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';

import { nameOfLink, splitDescription, tagsOf } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView, ListedLink } from '#web/links-client/list/link-list.ts';
import { t, tCount } from '#web/lib/language.ts';
import { useListener } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

import { spokenMessage } from './list-messages.ts';

/** What the list and its rows can do. The object stays the same while the list is shown. */
export type RowActions = {
  readonly controller: LinksController;
  readonly add: () => void;
  readonly edit: (link: Link) => void;
  readonly remove: (link: Link) => void;
  /** Takes a deletion back. */
  readonly keep: (id: string) => void;
  /** Returns whether the row takes the focus, because it was just deleted or kept. Returns true only once. */
  readonly takesFocus: (id: string, isRowDeleted: boolean) => boolean;
};

/** @param openForm Opens the form: to edit a link, or to add one. */
export function createRowActions(
  controller: LinksController,
  openForm: (link: Link | null) => void,
): RowActions {
  let focused: { readonly id: string; readonly isDeleted: boolean } | null = null;
  const { deletions } = controller;

  return {
    controller,
    add: () => openForm(null),
    edit(link) {
      if (!deletions.has(link.id)) openForm(link);
    },
    remove(link) {
      if (deletions.has(link.id)) return;
      focused = { id: link.id, isDeleted: true };
      controller.remove(link);
      announce(t('Link deleted'));
    },
    keep(id) {
      focused = { id, isDeleted: false };
      controller.keep(id);
      announce(t('Link kept'));
    },
    takesFocus(id, isRowDeleted) {
      const isFocused = focused?.id === id && focused.isDeleted === isRowDeleted;
      if (isFocused) focused = null;
      return isFocused;
    },
  };
}

const UnsentQuestion = lazyPart(async () => (await import('./unsent-decisions.tsx')).UnsentQuestion);

type ListRowProps = {
  readonly link: ListedLink;
  readonly actions: RowActions;
  readonly index: number;
  /** The number of all rows, or -1 if it is not known. Null if all rows are drawn. */
  readonly setSize: number | null;
  /** The distance from the top in pixels, if only the rows in sight are drawn. */
  readonly start?: number;
  /** Whether the Tab key stops at the row. */
  readonly isTabStop: boolean;
  /** Takes the row's element, and null when it is removed. */
  readonly onElement?: (element: HTMLLIElement | null) => void;
};

/** A row of the list: a link, or its Undo while the deletion can be undone. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { link, actions, index, setSize, start, isTabStop, onElement } = props;
  const { selection, deletions } = actions.controller;
  const row = useRef<HTMLLIElement>(null);
  const isTicked = useSyncExternalStore(selection.subscribe, () => selection.has(link.id));
  const isDeleted = useSyncExternalStore(deletions.subscribe, () => deletions.has(link.id));

  useLayoutEffect(() => {
    onElement?.(row.current);
    return () => onElement?.(null);
  }, [onElement]);

  useLayoutEffect(() => {
    if (actions.takesFocus(link.id, isDeleted)) focusRow(row.current);
  }, [actions, link.id, isDeleted]);

  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement) === true) focusBeside(element);
    };
  }, []);

  const parts = { link, actions, isTabStop };
  const look = isTicked ? 'link-row link-row-ticked' : 'link-row';
  return (
    <li
      ref={row}
      className={isDeleted ? 'link-row link-row-deleted' : look}
      data-index={index}
      style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
      aria-setsize={setSize ?? undefined}
      aria-posinset={setSize === null ? undefined : index + 1}
    >
      {isDeleted ? <DeletedRow {...parts} /> : <LinkRow {...parts} isTicked={isTicked} />}
    </li>
  );
});

/** The Tab key stops at the first control of one row. The arrow keys reach the others. */
type RowPartsProps = Pick<ListRowProps, 'link' | 'actions' | 'isTabStop'>;

function LinkRow({ link, actions, isTicked, isTabStop }: RowPartsProps & { readonly isTicked: boolean }) {
  const { selection } = actions.controller;
  const name = nameOfLink(link);
  return (
    <>
      <label className="link-choice">
        <input
          type="checkbox"
          tabIndex={isTabStop ? undefined : -1}
          checked={isTicked}
          onChange={({ target }) => (target.checked ? selection.tick(link.id) : selection.untick([link.id]))}
        />
        <span className="link-description" dir="auto">
          {name}
        </span>
        <span className="link-url" title={link.url}>
          {link.url}
        </span>
      </label>
      <span className="link-actions">
        <Button
          look="icon"
          icon={Pencil}
          tabIndex={-1}
          aria-label={t('Edit {name}', { name })}
          onClick={() => actions.edit(link)}
        />
        <Button
          look="icon"
          icon={Trash2}
          tabIndex={-1}
          aria-label={t('Delete {name}', { name })}
          onClick={() => actions.remove(link)}
        />
      </span>
      <LinkTags actions={actions} link={link} />
      <UnsentNote actions={actions} link={link} />
    </>
  );
}

/** Replaces a deleted link while the deletion can be undone. */
function DeletedRow({ link, actions, isTabStop }: RowPartsProps) {
  const name = nameOfLink(link);
  return (
    <>
      <span className="deleted-text">{tRich('Deleted <name>{name}</name>', { name: quoted }, { name })}</span>
      <Button
        look="plain"
        icon={Undo2}
        tabIndex={isTabStop ? undefined : -1}
        aria-label={t('Undo: keep {name}', { name })}
        onClick={() => actions.keep(link.id)}
      >
        {t('Undo')}
      </Button>
      <span className="deleted-time" aria-hidden="true" />
    </>
  );
}

const quoted = (words: string) => (
  <q>
    <bdi>{words}</bdi>
  </q>
);

/** The wished anchor of a link, and its tags. A click on a tag ticks all links with it. */
function LinkTags({ link: { description }, actions }: Omit<RowPartsProps, 'isTabStop'>) {
  if (!/#|anchor:/iu.test(description)) return null;
  const { anchor } = splitDescription(description);
  const tags = tagsOf(description);
  if (anchor === null && tags.length === 0) return null;
  return (
    <span className="link-tags">
      {anchor === null ? null : (
        <span className="link-anchor">
          {tRich('Anchor: <quoted>{anchor}</quoted>', { quoted: quotedWords }, { anchor })}
        </span>
      )}
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="link-tag"
          dir="auto"
          tabIndex={-1}
          title={t('Select all with #{tag}', { tag })}
          onClick={() => tickTag(tag, actions.controller)}
        >
          {tRich('<unseen>Select all with </unseen>#{tag}', { unseen }, { tag })}
        </button>
      ))}
    </span>
  );
}

const quotedWords = (words: string) => <q dir="auto">{words}</q>;

/** Ticks all links with a tag, or unticks them if all are ticked. */
function tickTag(tag: string, { tagged, selection }: Pick<LinksController, 'tagged' | 'selection'>): void {
  const ids = tagged(tag).map(({ id }) => id);
  const { length } = ids;
  const isAllTicked = ids.every((id) => selection.has(id));
  if (isAllTicked) selection.untick(ids);
  else selection.tickAll(ids);
  announce(
    isAllTicked
      ? tCount(length, '{count} link with #{tag} unselected', '{count} links with #{tag} unselected', { tag })
      : tCount(length, '{count} link with #{tag} selected', '{count} links with #{tag} selected', { tag }),
  );
}

/** A note below the URL of a link that is not saved as the user wants it. Empty for all other links. */
function UnsentNote({ link, actions: { controller } }: Omit<RowPartsProps, 'isTabStop'>) {
  const kind = link.unsent?.kind;
  if (kind === undefined) return null;
  if (kind === 'waiting') return <p className="unsaved-note">{t('Not saved yet')}</p>;
  return (
    <Loading>
      <UnsentQuestion key={kind} link={link} controller={controller} />
    </Loading>
  );
}

export type RowsProps = {
  readonly label: string;
  readonly view: Pick<LinkListView, 'search' | 'links' | 'hasMore' | 'total' | 'showsAll'>;
  readonly actions: RowActions;
  /** The index of a row that takes the focus as soon as it is there, or null. */
  readonly awaited: number | null;
  readonly onAwait: (index: number | null) => void;
};

/**
 * Returns the index of the row at which the Tab key stops, and a function that sets it: the row that had the focus last,
 * or else the first.
 */
export function useTabStop(list: RefObject<HTMLElement | null>, links: readonly ListedLink[]) {
  const [id, setId] = useState<string | null>(null);
  const found = useMemo(() => links.findIndex((link) => link.id === id), [links, id]);
  const setTabStop = (index: number | null) => setId(links[index ?? -1]?.id ?? id);
  useListener(list, 'focusin', ({ target }) => setTabStop(rowIndexOf(target)));
  return [Math.max(0, found), setTabStop] as const;
}

/** Handles the keys of the rows, and focuses the awaited row. `page`: how many rows the page keys move. */
export function useRowFocus(
  element: RefObject<HTMLElement | null>,
  { view, actions, awaited, onAwait }: RowsProps,
  focusIndex: (index: number) => void,
  page: () => number,
): void {
  const { links } = view;
  useListener(element, 'keydown', (event) => {
    const { target } = event;
    const index = rowIndexOf(target);
    const link = index === null ? undefined : links[index];
    // A dialog that a row has opened is not of the list.
    if (index === null || link === undefined || !(target instanceof HTMLElement) || target.closest('dialog'))
      return;
    // Enter presses a button of the row.
    if (event.key === 'Enter' && !target.matches('input')) return;
    const wanted = readRowKey(event, { index, count: links.length, page: page() });
    if (wanted === null) return;
    event.preventDefault();
    if (wanted === 'edit') actions.edit(link);
    else if (wanted === 'delete') actions.remove(link);
    else if (typeof wanted === 'string') focusInRow(target, wanted);
    else focusIndex(wanted);
  });
  useEffect(() => {
    if (awaited === null || links.length <= awaited) return;
    focusIndex(awaited);
    onAwait(null);
    announce(spokenMessage(links.length, view));
  });
}

/** Moves the focus to the control at the left or the right of a control in the same row. */
function focusInRow(control: HTMLElement, side: 'left' | 'right'): void {
  const controls = [...(control.closest('li')?.querySelectorAll<HTMLElement>('input, button') ?? [])];
  const isForward = (side === 'right') === (getComputedStyle(control).direction === 'ltr');
  controls[controls.indexOf(control) + (isForward ? 1 : -1)]?.focus();
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** A row among all rows. `page` is the number of rows that the page keys move. */
type RowPlace = { readonly index: number; readonly count: number; readonly page: number };

/** Returns what a key does at a row, or the index of the row that it leads to. Space is left to the tick box. */
export function readRowKey(
  event: KeyPress,
  { index, count, page }: RowPlace,
): 'edit' | 'delete' | 'left' | 'right' | number | null {
  const { key } = event;
  if (hasModifier(event)) return null;
  if (key === 'e' || key === 'E' || key === 'Enter') return 'edit';
  if (key === 'Delete' || key === 'Backspace') return 'delete';
  if (key === 'ArrowLeft') return 'left';
  if (key === 'ArrowRight') return 'right';
  const steps = new Map([
    ['ArrowUp', -1],
    ['ArrowDown', 1],
    ['PageUp', -page],
    ['PageDown', page],
    ['Home', -count],
    ['End', count],
  ]);
  const step = steps.get(key);
  return step === undefined ? null : Math.min(Math.max(index + step, 0), count - 1);
}

function hasModifier({ altKey, ctrlKey, metaKey }: KeyPress): boolean {
  return altKey || ctrlKey || metaKey;
}

/** Gives the focus to a row's first control. Returns false if there is none. */
export function focusRow(row: Element | null | undefined): boolean {
  const control = row?.querySelector<HTMLElement>('input, button');
  control?.focus({ preventScroll: true });
  return control !== undefined && control !== null;
}

/** Moves the focus from a row that is removed to the next row, or to the heading of an empty list. */
function focusBeside(row: Element): void {
  if (focusRow(row.nextElementSibling) || focusRow(row.previousElementSibling)) return;
  row.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
}

/** Returns the index of the row that holds an element. */
function rowIndexOf(element: EventTarget | null): number | null {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset['index']);
}
