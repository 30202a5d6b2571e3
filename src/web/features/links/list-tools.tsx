import { Search, Undo2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { matchingLinks } from '#core/links/link.ts';
import { onRefresh } from '#web/lib/events.ts';
import { t, tCount } from '#web/lib/language.ts';
import type { LinkListView } from '#web/links-client/list/link-list.ts';
import { useStore } from '#web/lib/store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

import { selectionMessage, spokenMessage } from './list-messages.ts';
import type { FilterProps, SearchBox } from './list-filter.ts';

type SelectionBarProps = FilterProps & {
  readonly view: LinkListView;
  /** Whether the list is long enough for "Only selected". */
  readonly hasFilter: boolean;
};

type ListToolsProps = Omit<SelectionBarProps, 'hasFilter'> & {
  /** Null if a search is not needed. */
  readonly box: SearchBox | null;
};

export function ListTools({ box, ...props }: ListToolsProps) {
  const { view, controller, filter } = props;
  useSpokenSearch(view);
  return (
    <>
      {box === null ? null : <SearchField box={box} />}
      <SelectionBar {...props} hasFilter={box !== null} />
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

function SearchField({ box }: { readonly box: SearchBox }) {
  const text = useStore(box);
  const input = useRef<HTMLInputElement>(null);

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') box.submit();
    if (event.key !== 'Escape' || text === '') return;
    // Chrome itself would empty the field, but then the list would change too late.
    event.preventDefault();
    box.clear();
  }

  function clear(): void {
    box.clear();
    input.current?.focus();
  }

  return (
    <search className="search-field">
      <Search aria-hidden="true" size={16} />
      <input
        ref={input}
        type="search"
        aria-label={t('Search your links')}
        data-key="search"
        placeholder={t('Search your links')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={500}
        value={text}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={handleKey}
      />
      {text === '' ? null : (
        <Button look="icon" icon={X} aria-label={t('Clear the search')} onClick={clear} />
      )}
    </search>
  );
}

/** The row above the links: selects all of them or none, and shows only those that are selected. */
function SelectionBar({ view, controller, filter, onFilter, hasFilter }: SelectionBarProps) {
  const { selection } = controller;
  const ids = useStore(selection);
  /** The selection before the last press that changed all of it, and after that press. */
  const [change, setChange] = useState<Change | null>(null);
  if (change !== null && !isSameIds(change.after, ids)) setChange(null);

  function takeBack({ before, after }: Change, button: HTMLElement): void {
    // The button disappears.
    button.closest('.selection-bar')?.querySelector('input')?.focus();
    selection.untick(after);
    selection.tickAll(before);
    announce(selectedMessage(before.length));
  }

  return (
    <div className="selection-bar">
      {filter === 'undecided' || (view.links.length < 2 && filter === null) ? (
        <p className="selection-count">{selectionMessage(ids.length)}</p>
      ) : (
        <SelectAll {...{ view, controller, filter, onFilter }} onChange={setChange} />
      )}
      {change === null ? null : (
        <Button
          look="icon"
          icon={Undo2}
          aria-label={t('Undo')}
          title={t('Undo')}
          onClick={({ currentTarget }) => takeBack(change, currentTarget)}
        />
      )}
      {filter === 'selected' || (hasFilter && ids.length > 0) ? (
        <Button
          look="plain"
          className="only-selected"
          aria-pressed={filter === 'selected'}
          onClick={() => onFilter(filter === 'selected' ? null : 'selected')}
        >
          {t('Only selected')}
        </Button>
      ) : null}
    </div>
  );
}

type Change = { readonly before: readonly string[]; readonly after: readonly string[] };

const isSameIds = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((id, index) => id === others[index]);

function selectedMessage(count: number): string {
  return tCount(count, '{count} link selected', '{count} links selected');
}

type SelectAllProps = FilterProps & {
  readonly view: LinkListView;
  readonly onChange: (change: Change) => void;
};

/** The tick box for all links of the list or of a search, shown or not. Below "Only selected", it unticks all. */
function SelectAll({ view: { search }, controller, filter, onFilter, onChange }: SelectAllProps) {
  const { selection, deletions, links } = controller;
  const ids = useStore(selection);
  const listed = useStore(links);
  const found = useMemo(() => matchingLinks(listed, search), [listed, search]);
  const ticked = filter === 'selected' ? ids.length : found.filter(({ id }) => selection.has(id)).length;
  const isAll = ticked > 0 && (filter === 'selected' || ticked === found.length);

  function press(): void {
    const before = ids;
    if (filter === 'selected') {
      selection.clear();
      onFilter(null);
    } else {
      const wanted = found.map(({ id }) => id).filter((id) => !deletions.has(id));
      if (isAll) selection.untick(wanted);
      else selection.tickAll(wanted);
    }
    onChange({ before, after: selection.get() });
    announce(selectedMessage(selection.get().length));
  }

  return (
    <label className="select-all">
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = ticked > 0 && !isAll;
        }}
        onChange={press}
      />
      <span className="selection-count">
        {ids.length === 0
          ? t('Select all')
          : tRich('<unseen>Select all: </unseen>{count} selected', { unseen }, { count: ids.length })}
      </span>
    </label>
  );
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

const addedMessage = 'Added, but hidden by this search.';

/** Says that a new link is saved, although the search does not show it. */
function AddedNote({ list, search, onClearSearch }: AddedNoteProps) {
  const [hiddenBy, setHiddenBy] = useState('');

  useEffect(() => {
    return onRefresh((newLinkId) => {
      const { search: current, links } = list.get();
      if (newLinkId === null || current === '' || links.some(({ id }) => id === newLinkId)) return;
      setHiddenBy(current);
      announce(t(addedMessage));
    });
  }, [list]);

  if (search === '' || hiddenBy !== search) return null;
  return (
    <p className="list-note">
      {t(addedMessage)}
      <Button look="plain" onClick={onClearSearch}>
        {t('Show all links')}
      </Button>
    </p>
  );
}
