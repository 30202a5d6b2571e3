import './links.css';

import { Plus } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

import { linkPageSize } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import { onReset } from '#web/lib/events.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { AddedNote } from '#web/features/links/form/added-note.tsx';
import { dropGoneLinks } from '#web/links-client/list/gone-links.ts';
import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import type { LinkListView } from '#web/links-client/list/link-list-view.ts';
import { LinkList } from './link-list.tsx';
import { spokenWords } from './list-messages.ts';
import type { Notice } from '#web/links-client/list/notice.ts';
import { createRowHost } from '#web/features/links/rows/row-host.ts';
import { schedule } from '#web/links-client/list/schedule.ts';
import { createSearchBox } from './search-box.ts';
import type { SearchBox } from './search-box.ts';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from '#web/features/links/selection/selection-bar.tsx';
import { UnsavedLine } from '#web/features/links/unsaved/unsaved-line.tsx';

const SomeLinks = lazyPart(
  async () => (await import('#web/features/links/selection/some-links.tsx')).SomeLinks,
);

type LinkManagerProps = {
  readonly desk: LinkDesk;
  /** Opens the link form: to edit this link, or to add one. */
  readonly onOpenForm: (link: Link | null) => void;
  /** The form will probably be wanted soon. */
  readonly onFormLikely: () => void;
  /** What else can be done with all links: stands beside Add Link. */
  readonly tools: ReactNode;
};

/** The saved links, in selection mode. */
export function LinkManager({ desk, onOpenForm, onFormLikely, tools }: LinkManagerProps) {
  const { list, selection } = desk;
  const headingId = useId();
  const view = useSyncExternalStore(list.subscribe, list.view);
  const [search] = useState(() => createSearchBox({ find: list.find, schedule }));
  const { only, setOnly, isSelectedOnly, isAskedOnly } = useOnly(desk, search);
  const host = useMemo(
    () => createRowHost({ desk, edit: onOpenForm, onEditLikely: onFormLikely }),
    [desk, onOpenForm, onFormLikely],
  );
  const hasSearch = useHasSearch(view);

  useEffect(() => dropGoneLinks({ ...desk, schedule }), [desk]);
  useSpokenSearch(view);

  const isEmpty = view.links.length === 0 && view.search === '' && !isSelectedOnly;
  return (
    <section className="panel links-panel" aria-labelledby={headingId}>
      <header className="panel-header">
        <h2 id={headingId} tabIndex={-1}>
          Your links
        </h2>
        <Button
          className="add-link"
          onClick={() => onOpenForm(null)}
          onPointerEnter={onFormLikely}
          onFocus={onFormLikely}
        >
          <Plus aria-hidden="true" size={16} />
          Add Link
        </Button>
        {tools}
      </header>
      {hasSearch ? <SearchField box={search} storage={desk.storage} /> : null}
      {isEmpty ? null : (
        <SelectionBar
          selection={selection}
          isSelectedOnly={isSelectedOnly}
          onSelectedOnly={(isOnly) => setOnly(isOnly ? 'selected' : null)}
        />
      )}
      <UnsavedLine
        desk={desk}
        isAskedOnly={isAskedOnly}
        onAskedOnly={(isOnly) => setOnly(isOnly ? 'asked' : null)}
      />
      <NoticeBox notice={desk.deletionNotice} />
      <NoticeBox notice={desk.workspaceNotice} />
      <NoticeBox notice={desk.storageNotice} />
      <AddedNote list={list} search={only === null ? view.search : ''} onClearSearch={search.clear} />
      {isSelectedOnly || isAskedOnly ? (
        <Loading label="Loading">
          <SomeLinks isSelected={isSelectedOnly} view={view} host={host} />
        </Loading>
      ) : (
        <LinkList view={view} host={host} onAdd={() => onOpenForm(null)} onClearSearch={search.clear} />
      )}
    </section>
  );
}

/** Whether just some links are shown: those that are ticked, or those that the user is asked about. */
function useOnly({ unsaved }: LinkDesk, search: SearchBox) {
  const [only, setOnly] = useState<'selected' | 'asked' | null>(null);
  const isAsked = useSyncExternalStore(unsaved.subscribe, unsaved.asking) > 0;
  useEffect(() => onReset(() => setOnly(null)), []);
  useEffect(() => search.subscribe(() => setOnly(null)), [search]);
  // With the last decision, the list is back.
  if (only === 'asked' && !isAsked) setOnly(null);
  return { only, setOnly, isSelectedOnly: only === 'selected', isAskedOnly: only === 'asked' };
}

function NoticeBox({ notice }: { readonly notice: Notice }) {
  const text = useSyncExternalStore(notice.subscribe, notice.text);
  return text === null ? null : (
    <p className="red-box" role="alert">
      {text}
    </p>
  );
}

/** A handful of links needs no search. Once there, the field stays. */
function useHasSearch({ hasMore, links, search }: LinkListView): boolean {
  const [hasSearch, setHasSearch] = useState(false);
  const isWanted = hasMore || links.length > linkPageSize || search !== '';
  if (isWanted && !hasSearch) setHasSearch(true);
  return hasSearch || isWanted;
}

/** Tells those who do not see the rows what the search has found, and that all links are back. */
function useSpokenSearch({ status, search, links, hasMore }: LinkListView): void {
  const spoken = useRef('');
  useEffect(() => {
    if (status !== 'ready' || spoken.current === search) return;
    spoken.current = search;
    announce(spokenWords(links.length, { hasMore, search }));
  }, [status, search, links.length, hasMore]);
}
