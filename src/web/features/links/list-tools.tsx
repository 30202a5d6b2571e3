import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { onRefresh } from '#web/lib/events.ts';
import { t, tCount } from '#web/lib/language.ts';
import type { LinkListView } from '#web/links-client/list/link-list.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { useListener, useStore } from '#web/lib/store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

import { selectionMessage, spokenMessage } from './list-messages.ts';
import type { FilterProps, SearchBox } from './list-filter.ts';
import { hasModifier, type KeyPress } from './link-rows.tsx';

type SelectionBarProps = FilterProps & { readonly view: LinkListView };

type ListToolsProps = SelectionBarProps & {
  /** Null if a search is not needed. */
  readonly box: SearchBox | null;
};

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

function SearchField({ box, storage }: { readonly box: SearchBox; readonly storage: SafeStorage }) {
  const text = useStore(box);
  const input = useRef<HTMLInputElement>(null);
  const [hasSlash, switchSlash] = useSlashKey(input, storage);

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
        aria-keyshortcuts={hasSlash ? '/' : undefined}
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
      {text === '' ? (
        <Button
          look="icon"
          className="slash-switch"
          aria-label={t('Search with the / key')}
          aria-pressed={hasSlash}
          title={t('The / key')}
          onClick={switchSlash}
        >
          <kbd>/</kbd>
        </Button>
      ) : (
        <Button look="icon" icon={X} aria-label={t('Clear the search')} onClick={clear} />
      )}
    </search>
  );
}

/** The / key searches. It can be off: speech input or a trembling hand may press it (WCAG 2.1.4). */
function useSlashKey(input: RefObject<HTMLInputElement | null>, storage: SafeStorage) {
  const [isOn, setOn] = useState(() => storage.read('slashKey') !== 'off');

  useListener(document.documentElement, 'keydown', (event) => {
    if (!isOn || event.defaultPrevented || !asksForSearch(event, isTyping(event.target))) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });

  function toggle(): void {
    storage.write('slashKey', isOn ? 'off' : 'on');
    setOn(!isOn);
  }
  return [isOn, toggle] as const;
}

/** Returns whether the user types in a field. Also true if a dialog is open, because it covers the search. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
  );
}

/** Returns whether a key press starts a search. In a text field, a slash is only text. */
export function asksForSearch(event: KeyPress, isInText: boolean): boolean {
  return event.key === '/' && !hasModifier(event) && !isInText;
}

/** The one row of tools above the rows: the number of ticked links, and ways to tick, show and untick them. */
function SelectionBar({ view, controller, filter, onFilter }: SelectionBarProps) {
  const { selection } = controller;
  const ids = useStore(selection);
  const [cleared, setCleared] = useState<readonly string[]>([]);
  if (ids.length > 0 && cleared.length > 0) setCleared([]);

  function clear(): void {
    setCleared(ids);
    selection.clear();
    onFilter(null);
    announce(tCount(ids.length, '{count} link unselected', '{count} links unselected'));
  }

  function takeBack(): void {
    selection.tickAll(cleared);
    announce(tCount(cleared.length, '{count} link selected again', '{count} links selected again'));
  }

  return (
    <div className="selection-bar">
      <p className="selection-count">
        {cleared.length > 0
          ? t('{count} unselected', { count: cleared.length })
          : selectionMessage(ids.length)}
      </p>
      {filter === null && view.links.length > 1 ? <TickShown view={view} controller={controller} /> : null}
      {filter === 'selected' || ids.length > 0 ? (
        <Button look="plain" onClick={() => onFilter(filter === 'selected' ? null : 'selected')}>
          <span>
            {tRich(
              filter === 'selected' ? 'Back<unseen> to the list</unseen>' : 'Show<unseen> selected</unseen>',
              { unseen },
            )}
          </span>
        </Button>
      ) : null}
      {ids.length > 0 ? (
        <Button look="plain" onClick={clear}>
          <span>{tRich('Clear<unseen> selected</unseen>', { unseen })}</span>
        </Button>
      ) : null}
      {cleared.length > 0 ? (
        <Button look="plain" ref={takeFocus} onClick={takeBack}>
          {t('Undo')}
        </Button>
      ) : null}
    </div>
  );
}

/** Ticks all rows that are shown, or unticks them if all are ticked. */
function TickShown({ view: { links }, controller }: Pick<SelectionBarProps, 'view' | 'controller'>) {
  const { selection, deletions } = controller;
  const ids = useStore(selection);
  const isAllTicked = ids.length >= links.length && links.every(({ id }) => selection.has(id));

  function tickShown(): void {
    const shown = links.map(({ id }) => id).filter((id) => !deletions.has(id));
    if (isAllTicked) selection.untick(shown);
    else selection.tickAll(shown);
    announce(
      isAllTicked
        ? tCount(shown.length, '{count} link unselected', '{count} links unselected')
        : tCount(shown.length, '{count} link selected', '{count} links selected'),
    );
  }

  return (
    <Button look="plain" onClick={tickShown}>
      <span>
        {tRich(isAllTicked ? 'Unselect<spare> shown</spare>' : 'Select<spare> shown</spare>', { spare })}
      </span>
    </Button>
  );
}

const spare = (words: string) => <span className="spare-words">{words}</span>;

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
