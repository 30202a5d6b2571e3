import { Keyboard, Plus } from 'lucide-react';
import { useState } from 'react';

import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';

import { LinkRows, type FilterProps } from './link-rows.tsx';
import { countOf, noMatchMessage, selectionMessage, shownMessage } from './list-messages.ts';
import type { RowActions } from './row-actions.ts';

type LinkListProps = {
  readonly view: LinkListView;
  readonly actions: RowActions;
  readonly onClearSearch: () => void;
};

/** All saved links, or the links that the search has found. */
export function LinkList({ view, actions, onClearSearch }: LinkListProps) {
  const { links, failure, search, status } = view;
  const { list } = actions.controller;
  const isAll = search === '';
  const searched = isAll ? '' : ' Only links that are kept on this device were searched.';
  const failureBox = <FailureBox message={failure && `${failure}${searched}`} onRetry={list.retry} />;

  if (links.length > 0)
    return (
      <>
        {links.length === 1 && isAll ? null : <ListTools view={view} actions={actions} />}
        <LinkRows
          key={search}
          label={isAll ? 'Saved links' : 'Found links'}
          view={view}
          actions={actions}
          onShowMore={list.showMore}
        />
        {failureBox}
      </>
    );
  if (status === 'loading') return <Spinner label={isAll ? 'Loading your links' : 'Searching'} />;
  if (isAll && failure !== null) return failureBox;
  if (isAll) return <EmptyLinks actions={actions} />;
  return (
    <>
      {failureBox}
      <div className="no-match">
        <p className="empty-title">{noMatchMessage(search)}</p>
        <Button onClick={onClearSearch}>Clear the search</Button>
      </div>
    </>
  );
}

function EmptyLinks({ actions }: Pick<LinkListProps, 'actions'>) {
  return (
    <div className="links-empty">
      <svg viewBox="0 0 160 84" width="160" height="84" aria-hidden="true">
        <path className="empty-slots" d="M46 14h96M46 42h74M46 70h86M10 4h20v20H10zM10 60h20v20H10z" />
        <path className="empty-tick" d="M10 32h20v20H10zM14 42l5 5 8-10" strokeLinejoin="round" />
      </svg>
      <p className="empty-title">No links saved yet</p>
      <p>Save the links you earn with. You can then weave them into any text.</p>
      <Button look="primary" icon={Plus} onClick={actions.add} onLikely={actions.onFormLikely}>
        Add your first link
      </Button>
    </div>
  );
}

const keys = `/ searches
↑ ↓ and Page keys move from link to link
Home and End go to the first and the last
Space ticks, E edits
Delete deletes, with Undo`;

/** Stands above the rows: ticks all of them, shows their number, and explains the keys. */
export function ListTools({ view, actions }: Pick<LinkListProps, 'view' | 'actions'>) {
  const { selection } = actions.controller;
  const ids = useStore(selection);
  const isAllTicked = ids.length >= view.links.length && view.links.every(({ id }) => selection.has(id));

  function tickShown(): void {
    const shown = view.links.map(({ id }) => id).filter((id) => !actions.isDeleted(id));
    if (isAllTicked) selection.untick(shown);
    else selection.tickAll(shown);
    announce(`${countOf(shown.length, 'link')} ${isAllTicked ? 'unselected' : 'selected'}`);
  }

  return (
    <div className="list-tools">
      <Button look="plain" onClick={tickShown}>
        {isAllTicked ? 'Unselect shown' : 'Select shown'}
      </Button>
      <span className="shown-count">{shownMessage(view.links.length, view)}</span>
      <Button
        look="icon"
        icon={Keyboard}
        iconSize={18}
        className="keyboard-hint"
        data-hint
        aria-label="Keyboard"
        tooltip={keys}
      />
    </div>
  );
}

/** Shows the number of ticked links. Can show just those, and untick them all, with Undo. */
export function SelectionBar({ controller: { selection }, filter, onFilter }: FilterProps) {
  const isSelectedOnly = filter === 'selected';
  const ids = useStore(selection);
  const [cleared, setCleared] = useState<readonly string[]>([]);
  if (ids.length > 0 && cleared.length > 0) setCleared([]);

  function clear(): void {
    setCleared(ids);
    selection.clear();
    onFilter(null);
    announce(`${countOf(ids.length, 'link')} unselected`);
  }

  function takeBack(): void {
    selection.tickAll(cleared);
    announce(`${countOf(cleared.length, 'link')} selected again`);
  }

  return (
    <div className="selection-bar">
      <p className="selection-count">
        {cleared.length > 0 ? `${countOf(cleared.length, 'link')} unselected` : selectionMessage(ids.length)}
      </p>
      {isSelectedOnly || ids.length > 0 ? (
        <Button look="plain" onClick={() => onFilter(isSelectedOnly ? null : 'selected')}>
          <span>
            {isSelectedOnly ? 'Back' : 'Show'}
            <span className="spare-words">{isSelectedOnly ? ' to the list' : ' selected'}</span>
          </span>
        </Button>
      ) : null}
      {ids.length > 0 ? (
        <Button look="plain" onClick={clear}>
          Clear<span className="visually-hidden"> selected</span>
        </Button>
      ) : null}
      {cleared.length > 0 ? (
        <Button look="plain" ref={takeFocus} onClick={takeBack}>
          Undo
        </Button>
      ) : null}
    </div>
  );
}

/** Focuses Undo, which replaces the pressed button "Clear selected". */
function takeFocus(undo: HTMLElement | null): void {
  undo?.focus({ preventScroll: true });
}
