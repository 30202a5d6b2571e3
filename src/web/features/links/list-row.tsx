import { Pencil, Trash2, Undo2 } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

import type { ListedLink } from '#web/links-client/list/listed-rows.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { nameOf } from './list-messages.ts';
import { focusBeside, focusRow, type RowActions } from './row-actions.ts';

const UnsavedQuestion = lazyPart(async () => (await import('./unsaved-decisions.tsx')).UnsavedQuestion);

type ListRowProps = {
  readonly link: ListedLink;
  readonly actions: RowActions;
  readonly index: number;
  /** The number of all rows, or -1 if it is not known. Null if all rows are drawn. */
  readonly setSize: number | null;
  /** The distance from the top in pixels, if only the rows in sight are drawn. */
  readonly start?: number;
  /** Whether Tab stops here. */
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

/** `tabIndex` is that of all controls of the row. */
export type RowPartsProps = Pick<ListRowProps, 'link' | 'actions'> & { readonly tabIndex: -1 | undefined };

function LinkRow({ link, actions, isTicked, tabIndex }: RowPartsProps & { readonly isTicked: boolean }) {
  const { selection } = actions.controller;
  const name = nameOf(link);
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
          onLikely={actions.onEditLikely}
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
  const name = nameOf(link);
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

/** Stands below the URL of a link that is not saved as the user wants it. Empty for all other links. */
function UnsavedNote(props: RowPartsProps) {
  const { kind } = props.link.state;
  if (kind === 'saved') return null;
  if (kind === 'unsaved') return <p className="unsaved-note">Not saved yet</p>;
  return (
    <Loading label={null}>
      <UnsavedQuestion {...props} />
    </Loading>
  );
}
