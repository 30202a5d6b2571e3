import './links.css';

import { Plus } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';

import { linkPageSize } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import { onReset } from '#web/lib/events.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { AddedNote } from '#web/features/links/form/added-note.tsx';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { LinkList } from './link-list.tsx';
import { spokenMessage } from './list-messages.ts';
import { createRowActions } from '#web/features/links/rows/row-actions.ts';
import { schedule } from '#web/lib/tasks.ts';
import { untickGoneLinks } from '#web/links-client/list/links-sync.ts';
import { createSearchBox, type SearchBox } from './search-box.ts';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from '#web/features/links/selection/selection-bar.tsx';
import { UnsavedLine } from '#web/features/links/unsaved/unsaved-line.tsx';

const SomeLinks = lazyPart(
  async () => (await import('#web/features/links/selection/some-links.tsx')).SomeLinks,
);

type LinkManagerProps = {
  readonly controller: LinksController;
  /** Opens the link form: to edit this link, or to add one. */
  readonly onOpenForm: (link: Link | null) => void;
  /** The form will probably be needed soon. */
  readonly onFormLikely: () => void;
  /** Other actions for all links. They stand beside Add Link. */
  readonly tools: ReactNode;
};

/** The saved links, in selection mode. */
export function LinkManager({ controller, onOpenForm, onFormLikely, tools }: LinkManagerProps) {
  const { list, selection } = controller;
  const headingId = useId();
  const view = useStore(list);
  const [search] = useState(() => createSearchBox({ find: list.find, schedule }));
  const { only, setOnly, isSelectedOnly, isAskedOnly } = useOnly(controller, search);
  const actions = useMemo(
    () => createRowActions({ controller, edit: onOpenForm, onEditLikely: onFormLikely }),
    [controller, onOpenForm, onFormLikely],
  );
  const hasSearch = useHasSearch(view);

  useEffect(() => untickGoneLinks(controller), [controller]);
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
      {hasSearch ? <SearchField box={search} storage={controller.storage} /> : null}
      {isEmpty ? null : (
        <SelectionBar
          selection={selection}
          isSelectedOnly={isSelectedOnly}
          onSelectedOnly={(isOnly) => setOnly(isOnly ? 'selected' : null)}
        />
      )}
      <UnsavedLine
        controller={controller}
        isAskedOnly={isAskedOnly}
        onAskedOnly={(isOnly) => setOnly(isOnly ? 'asked' : null)}
      />
      <NoticeBox notice={controller.deletionNotice} />
      <NoticeBox notice={controller.workspaceNotice} />
      <NoticeBox notice={controller.storageNotice} />
      <AddedNote list={list} search={only === null ? view.search : ''} onClearSearch={search.clear} />
      {isSelectedOnly || isAskedOnly ? (
        <Loading label="Loading">
          <SomeLinks isSelected={isSelectedOnly} view={view} actions={actions} />
        </Loading>
      ) : (
        <LinkList view={view} actions={actions} onAdd={() => onOpenForm(null)} onClearSearch={search.clear} />
      )}
    </section>
  );
}

/** Which links are shown if not all: those that are ticked, or those that need a decision. */
function useOnly({ unsaved }: LinksController, search: SearchBox) {
  const [only, setOnly] = useState<'selected' | 'asked' | null>(null);
  const isAsked = useStore(unsaved).asked.length > 0;
  useEffect(() => onReset(() => setOnly(null)), []);
  useEffect(() => search.subscribe(() => setOnly(null)), [search]);
  // After the last decision, the whole list is shown again.
  if (only === 'asked' && !isAsked) setOnly(null);
  return { only, setOnly, isSelectedOnly: only === 'selected', isAskedOnly: only === 'asked' };
}

function NoticeBox({ notice }: { readonly notice: ReadonlyStore<string | null> }) {
  const text = useStore(notice);
  return text === null ? null : (
    <p className="red-box" role="alert">
      {text}
    </p>
  );
}

/** A few links need no search. Once shown, the field stays. */
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
