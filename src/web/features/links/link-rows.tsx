import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { Pencil, Trash2, Undo2 } from 'lucide-react';
import {
  createElement,
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
} from 'react';

import { nameOfLink } from '#core/links/link.ts';
import type { ListedLink } from '#web/links-client/list/listed-rows.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import {
  focusBeside,
  focusRow,
  useRowFocus,
  type LinkRowsProps,
  type RowActions,
  type RowsProps,
} from './row-actions.ts';

/** Which links are shown if not all: those that are ticked, or those that need a decision. */
export type ListFilter = 'selected' | 'asked' | null;

export type FilterProps = {
  readonly controller: LinksController;
  readonly filter: ListFilter;
  readonly onFilter: (filter: ListFilter) => void;
};

/** With more rows than this, the list gets a box that scrolls, and only the rows in sight are drawn. */
const manyRows = 50;

/** A list of this length will probably grow long if the server has more rows. */
const likelyRows = 10;

/** The rows of a list of any length, and a way to read more. */
export function LinkRows(props: LinkRowsProps) {
  const { links, hasMore } = props.view;
  const [awaited, setAwaited] = useState<number | null>(null);
  const [isMany, setMany] = useState(false);
  const virtualRows = useLoadedVirtualRows(links.length > (hasMore ? likelyRows : manyRows));
  // The list keeps its box, also if a deletion leaves fewer rows.
  if (links.length > manyRows && !isMany) setMany(true);
  const rows = isMany ? (virtualRows ?? PlainRows) : PlainRows;
  return createElement(rows, { ...props, awaited, onAwait: setAwaited });
}

let loaded: ComponentType<RowsProps> | null = null;

/** Loads the code for many rows when it will probably be needed. Returns null until it is loaded. */
function useLoadedVirtualRows(isLikely: boolean): ComponentType<RowsProps> | null {
  const [rows, setRows] = useState(() => loaded);

  useEffect(() => {
    async function load(): Promise<void> {
      const { VirtualRows } = await import('./virtual-rows.tsx');
      loaded = VirtualRows;
      setRows(() => VirtualRows);
    }
    // Without this code, all rows are drawn.
    if (isLikely) load().catch(() => {});
  }, [isLikely]);

  return rows;
}

/** How many rows the page keys move. */
const pageOfRows = 5;

/** Draws every row. Tab stops at each of them. */
function PlainRows(props: RowsProps) {
  const { label, view, actions, onShowMore, onAwait } = props;
  const { links, hasMore, isLoadingMore } = view;
  const list = useRef<HTMLUListElement>(null);

  function focusIndex(index: number): void {
    const row = list.current?.children[index];
    focusRow(row);
    row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }
  useRowFocus(list, props, focusIndex, () => pageOfRows);

  function showMore(): void {
    // The pressed button may disappear. The focus moves to the first new row.
    onAwait(links.length);
    onShowMore();
  }

  return (
    <>
      <ul className="link-rows" aria-label={label} ref={list}>
        {links.map((link, index) => (
          <ListRow key={link.id} link={link} actions={actions} index={index} setSize={null} isTabStop />
        ))}
      </ul>
      {hasMore ? (
        <Button className="show-more" off={isLoadingMore} onClick={showMore}>
          {isLoadingMore ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}
    </>
  );
}

const UnsavedQuestion = lazyPart(async () => (await import('./unsaved-decisions.tsx')).UnsavedQuestion);

type ListRowProps = {
  readonly link: ListedLink;
  readonly actions: RowActions;
  readonly index: number;
  /** The number of all rows, or -1 if it is not known. Null if all rows are drawn. */
  readonly setSize: number | null;
  /** The distance from the top in pixels, if only the rows in sight are drawn. */
  readonly start?: number;
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
  const isDeleted = useSyncExternalStore(deletions.subscribe, () => actions.isDeleted(link.id));

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

  const parts = { link, actions, tabIndex: isTabStop ? undefined : (-1 as const) };
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

/** `tabIndex` applies to all controls of the row. */
export type RowPartsProps = Pick<ListRowProps, 'link' | 'actions'> & { readonly tabIndex: -1 | undefined };

function LinkRow({ link, actions, isTicked, tabIndex }: RowPartsProps & { readonly isTicked: boolean }) {
  const { selection } = actions.controller;
  const name = nameOfLink(link);
  return (
    <>
      <label className="link-choice">
        <input
          type="checkbox"
          tabIndex={tabIndex}
          checked={isTicked}
          onChange={({ target }) => (target.checked ? selection.tick(link.id) : selection.untick([link.id]))}
        />
        <span className="link-description">
          <bdi>{name}</bdi>
        </span>
        <span className="link-url" title={link.url}>
          {link.url}
        </span>
      </label>
      <span className="link-actions">
        <Button
          look="icon"
          icon={Pencil}
          tabIndex={tabIndex}
          aria-label={`Edit ${name}`}
          onClick={() => actions.edit(link)}
          onLikely={actions.onFormLikely}
        />
        <Button
          look="icon"
          icon={Trash2}
          tabIndex={tabIndex}
          aria-label={`Delete ${name}`}
          onClick={() => actions.remove(link.id)}
        />
      </span>
      <UnsavedNote actions={actions} link={link} tabIndex={tabIndex} />
    </>
  );
}

/** Replaces a deleted link while the deletion can be undone. */
function DeletedRow({ link, actions, tabIndex }: RowPartsProps) {
  const name = nameOfLink(link);
  return (
    <>
      <span className="deleted-text">
        Deleted{' '}
        <q>
          <bdi>{name}</bdi>
        </q>
      </span>
      <Button
        look="plain"
        icon={Undo2}
        tabIndex={tabIndex}
        aria-label={`Undo: keep ${name}`}
        onClick={() => actions.keep(link.id)}
      >
        Undo
      </Button>
      <span className="deleted-time" aria-hidden="true" />
    </>
  );
}

/** A note below the URL of a link that is not saved as the user wants it. Empty for all other links. */
function UnsavedNote(props: RowPartsProps) {
  const { kind } = props.link.state;
  if (kind === 'saved') return null;
  if (kind === 'unsaved') return <p className="unsaved-note">Not saved yet</p>;
  return (
    <Loading label={null}>
      <UnsavedQuestion key={kind} {...props} />
    </Loading>
  );
}
