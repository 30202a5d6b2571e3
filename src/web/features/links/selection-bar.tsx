import { useEffect, useRef, useState } from 'react';

import { onRefresh } from '#web/lib/events.ts';
import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { useStore } from '#web/lib/store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { countOf, selectionMessage, spokenMessage } from './link-list.tsx';
import type { FilterProps, SearchBox } from './link-manager.tsx';
import { SearchField } from './search-field.tsx';

type SelectionBarProps = FilterProps & { readonly view: LinkListView };

type ListToolsProps = SelectionBarProps & {
  /** Null if a search is not needed. */
  readonly box: SearchBox | null;
};

/** The search, and the tools for ticks. */
export function ListTools({ box, ...props }: ListToolsProps) {
  const { view, controller, filter } = props;
  useSpokenSearch(view);
  return (
    <>
      {box === null ? null : <SearchField box={box} storage={controller.storage} />}
      <SelectionBar {...props} />
      {box === null ? null : (
        <AddedNote
          list={controller.list}
          search={filter === null ? view.search : ''}
          onClearSearch={box.clear}
        />
      )}
    </>
  );
}

/** The one row of tools above the rows: the number of ticked links, and ways to tick, show and untick them. */
function SelectionBar({ view, controller: { selection, deletions }, filter, onFilter }: SelectionBarProps) {
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
        {cleared.length > 0
          ? `${cleared.length.toLocaleString('en')} unselected`
          : selectionMessage(ids.length)}
      </p>
      {filter === null && view.links.length > 1 ? (
        <TickShown view={view} selection={selection} deletions={deletions} />
      ) : null}
      {filter === 'selected' || ids.length > 0 ? (
        <Button look="plain" onClick={() => onFilter(filter === 'selected' ? null : 'selected')}>
          <span>
            {filter === 'selected' ? 'Back' : 'Show'}
            <span className="visually-hidden">{filter === 'selected' ? ' to the list' : ' selected'}</span>
          </span>
        </Button>
      ) : null}
      {ids.length > 0 ? (
        <Button look="plain" onClick={clear}>
          <span>
            Clear<span className="visually-hidden"> selected</span>
          </span>
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

type TickShownProps = { readonly view: LinkListView } & Pick<
  FilterProps['controller'],
  'selection' | 'deletions'
>;

/** Ticks all rows that are shown, or unticks them if all are ticked. */
function TickShown({ view: { links }, selection, deletions }: TickShownProps) {
  const ids = useStore(selection);
  const isAllTicked = ids.length >= links.length && links.every(({ id }) => selection.has(id));

  function tickShown(): void {
    const deleted = new Set(deletions.get().map(({ id }) => id));
    const shown = links.map(({ id }) => id).filter((id) => !deleted.has(id));
    if (isAllTicked) selection.untick(shown);
    else selection.tickAll(shown);
    announce(`${countOf(shown.length, 'link')} ${isAllTicked ? 'unselected' : 'selected'}`);
  }

  return (
    <Button look="plain" onClick={tickShown}>
      <span>
        {isAllTicked ? 'Unselect' : 'Select'}
        <span className="spare-words"> shown</span>
      </span>
    </Button>
  );
}

/** Focuses Undo, which replaces the pressed button "Clear selected". */
function takeFocus(undo: HTMLElement | null): void {
  undo?.focus({ preventScroll: true });
}

/** Announces to screen readers what the search has found, and that all links are shown again. */
function useSpokenSearch({ status, search, links, hasMore }: LinkListView): void {
  const spoken = useRef('');
  useEffect(() => {
    if (status !== 'ready' || spoken.current === search) return;
    spoken.current = search;
    announce(spokenMessage(links.length, { hasMore, search }));
  }, [status, search, links.length, hasMore]);
}

type AddedNoteProps = {
  readonly list: LinksController['list'];
  /** The current search; empty if the rows are not of a search. */
  readonly search: string;
  readonly onClearSearch: () => void;
};

const addedMessage = 'Added. It is not shown by this search.';

/** Tells that a new link is saved, although the search does not show it. */
function AddedNote({ list, search, onClearSearch }: AddedNoteProps) {
  const [hiddenBy, setHiddenBy] = useState('');

  useEffect(
    () =>
      onRefresh((newLinkId) => {
        const { search: asked, links } = list.get();
        if (newLinkId === null || asked === '' || links.some(({ id }) => id === newLinkId)) return;
        setHiddenBy(asked);
        announce(addedMessage);
      }),
    [list],
  );

  if (search === '' || hiddenBy !== search) return null;
  return (
    <p className="list-note">
      {addedMessage}
      <Button look="plain" onClick={onClearSearch}>
        Show all links
      </Button>
    </p>
  );
}
