import './links.css';

import { Plus } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';

import { linkPageSize } from '#contract/link-pages.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { schedule } from '#web/lib/tasks.ts';
import { untickGoneLinks } from '#web/links-client/list/links-sync.ts';
import { onRefresh, onReset } from '#web/lib/events.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailureBox, lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { LinkList, SelectionBar } from './link-list.tsx';
import type { ListFilter, FilterProps } from './link-rows.tsx';
import { spokenMessage, unsavedCountMessage } from './list-messages.ts';
import { createRowActions } from './row-actions.ts';
import { createSearchBox, SearchField, type SearchBox } from './search-field.tsx';

const SelectedLinks = lazyPart(async () => (await import('./selected-links.tsx')).SelectedLinks);
// These parts are loaded after an answer of the server, so there is a network.
const UnsavedHelp = lazyPart(async () => (await import('./unsaved-decisions.tsx')).UnsavedHelp);
const AskedLinks = lazyPart(async () => (await import('./selected-links.tsx')).AskedLinks);

type LinkManagerProps = {
  readonly controller: LinksController;
  /** Opens the link form: to edit this link, or to add one. */
  readonly onOpenForm: (link: Link | null) => void;
  /** Called when the form will probably be needed soon. */
  readonly onFormLikely: () => void;
  /** Other actions for all links, drawn beside Add Link. */
  readonly tools: ReactNode;
};

/** The saved links, in selection mode. */
export function LinkManager({ controller, onOpenForm, onFormLikely, tools }: LinkManagerProps) {
  const { list } = controller;
  const headingId = useId();
  const view = useStore(list);
  const [search] = useState(() => createSearchBox(list.find));
  const [filter, setFilter] = useListFilter(controller, search);
  const actions = useMemo(
    () => createRowActions(controller, onOpenForm, onFormLikely),
    [controller, onOpenForm, onFormLikely],
  );
  const hasSearch = useHasSearch(view);

  useEffect(() => untickGoneLinks(controller), [controller]);
  useSpokenSearch(view);

  const isEmpty = view.links.length === 0 && view.search === '' && filter !== 'selected';
  return (
    <section className="panel links-panel" aria-labelledby={headingId}>
      <header className="panel-header">
        <h2 id={headingId} tabIndex={-1}>
          Your links
        </h2>
        <Button icon={Plus} className="add-link" onClick={actions.add} onLikely={onFormLikely}>
          Add Link
        </Button>
        {tools}
      </header>
      {hasSearch ? <SearchField box={search} storage={controller.storage} /> : null}
      {isEmpty ? null : <SelectionBar controller={controller} filter={filter} onFilter={setFilter} />}
      <UnsavedLine controller={controller} filter={filter} onFilter={setFilter} />
      <NoticeBox notice={controller.deletionNotice} />
      <NoticeBox notice={controller.workspaceNotice} />
      <NoticeBox notice={controller.storageNotice} />
      <AddedNote list={list} search={filter === null ? view.search : ''} onClearSearch={search.clear} />
      {filter === null ? (
        <LinkList view={view} actions={actions} onClearSearch={search.clear} />
      ) : (
        <Loading label="Loading">
          {filter === 'selected' ? (
            <SelectedLinks actions={actions} />
          ) : (
            <AskedLinks view={view} actions={actions} />
          )}
        </Loading>
      )}
    </section>
  );
}

function useListFilter({ unsaved }: LinksController, search: SearchBox) {
  const state = useState<ListFilter>(null);
  const [filter, setFilter] = state;
  const isAsked = useStore(unsaved).asked.length > 0;
  useEffect(() => onReset(() => setFilter(null)), [setFilter]);
  useEffect(() => search.subscribe(() => setFilter(null)), [search, setFilter]);
  // After the last decision, the whole list is shown again.
  if (filter === 'asked' && !isAsked) setFilter(null);
  return state;
}

/** Returns whether to show the search field. A few links need none. Once shown, it stays. */
function useHasSearch({ hasMore, links, search }: LinkListView): boolean {
  const [hasSearch, setHasSearch] = useState(false);
  const isWanted = hasMore || links.length > linkPageSize || search !== '';
  if (isWanted && !hasSearch) setHasSearch(true);
  return hasSearch || isWanted;
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

function NoticeBox({ notice }: { readonly notice: ReadonlyStore<string | null> }) {
  return <FailureBox message={useStore(notice)} />;
}

type AddedNoteProps = {
  readonly list: LinksController['list'];
  /** The current search; empty if all links are shown. */
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

/** In milliseconds. The line is not shown for a change that is sent within this time. */
const lineDelay = 1500;

/** Shows the number of unsaved changes, what they wait for, and a way to those that need a decision. */
function UnsavedLine(props: FilterProps) {
  const { count, asked, failing } = useStore(props.controller.unsaved);
  const [isLate, setLate] = useState(false);
  const isWaiting = count > 0;
  if (!isWaiting && isLate) setLate(false);

  useEffect(() => (isWaiting ? schedule(() => setLate(true), lineDelay) : undefined), [isWaiting]);

  const isShown = isWaiting && isLate;
  return (
    <div className={isShown ? 'unsaved-line' : undefined}>
      <p role="status">
        {isShown ? unsavedCountMessage(failing === null ? count - asked.length : 0, asked.length) : null}
      </p>
      {isShown && (asked.length > 0 || failing !== null) ? (
        <Loading label={null}>
          <UnsavedHelp {...props} />
        </Loading>
      ) : null}
    </div>
  );
}
