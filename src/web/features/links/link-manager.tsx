import './links.css';

import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';

import { linkPageSize } from '#contract/link-pages.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/link-list.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import { schedule } from '#web/lib/tasks.ts';
import { onReset } from '#web/lib/events.ts';
import { type ReadonlyStore, useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { useFold, type Fold } from '#web/ui/fold.ts';
import { FailureBox, lazyPart, Loading, Spinner } from '#web/ui/lazy-part.tsx';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

import { LinkCount, LinkList, LinkRows } from './link-list.tsx';
import { createSearchBox, type FilterProps, type ListFilter, type SearchBox } from './list-filter.ts';
import { ListTools } from './list-tools.tsx';
import { selectionMessage, unsentCountMessage } from './list-messages.ts';
import { createRowActions, type RowActions } from './link-rows.tsx';

// This part is needed only after an answer of the server, so the network works and can load it.
const UnsentHelp = lazyPart(async () => (await import('./unsent-decisions.tsx')).UnsentHelp);

type LinkManagerProps = {
  readonly controller: LinksController;
  readonly generation: ReadonlyStore<{ readonly phase: string }>;
  readonly onOpenForm: (link: Link | null) => void;
  /** Other actions for all links, drawn beside Add Link. */
  readonly tools: ReactNode;
};

export function LinkManager({ controller, generation, onOpenForm, tools }: LinkManagerProps) {
  const headingId = useId();
  const view = useStore(controller.list);
  const [search] = useState(() => createSearchBox(controller.list.find));
  const [filter, setFilter] = useListFilter(controller, search);
  const actions = useMemo(() => createRowActions(controller, onOpenForm), [controller, onOpenForm]);
  const hasSearch = useHasSearch(view);
  const { phase } = useStore(generation);
  const [panel, fold] = useFold(phase !== 'idle' && phase !== 'relinked');

  function showFiltered(next: ListFilter): void {
    fold.setFolded(false);
    setFilter(next);
  }

  const isEmpty = view.links.length === 0 && view.search === '' && filter !== 'selected';
  return (
    <section
      className="panel links-panel"
      data-folded={fold.isFolded || undefined}
      aria-labelledby={headingId}
      ref={panel}
    >
      <LinksHeader headingId={headingId} view={view} fold={fold} actions={actions} tools={tools} />
      {isEmpty ? null : (
        <div className={hasSearch ? 'list-tools list-tools-search' : 'list-tools'}>
          <Loading>
            <ListTools
              view={view}
              box={hasSearch ? search : null}
              controller={controller}
              filter={filter}
              onFilter={showFiltered}
            />
          </Loading>
        </div>
      )}
      <UnsentLine controller={controller} filter={filter} onFilter={showFiltered} />
      <NoticeBox notice={controller.deletionNotice} />
      <NoticeBox notice={controller.workspaceNotice} />
      <NoticeBox notice={controller.storageNotice} />
      <ShownLinks view={view} actions={actions} filter={filter} onClearSearch={search.clear} />
    </section>
  );
}

type ShownLinksProps = Pick<FilterProps, 'filter'> & {
  readonly view: LinkListView;
  readonly actions: RowActions;
  readonly onClearSearch: () => void;
};

/** The rows of the whole list, of a search, or of a filter. */
function ShownLinks({ filter, ...list }: ShownLinksProps) {
  if (filter === 'selected') return <SelectedLinks {...list} />;
  return filter === 'undecided' ? <UndecidedLinks {...list} /> : <LinkList {...list} />;
}

const allShown = { search: '', hasMore: false, total: null, showsAll: true } as const;

/** The links that wait for the user's decision, wherever they are in the list. */
function UndecidedLinks({ actions }: Pick<ShownLinksProps, 'actions'>) {
  const { undecided } = useStore(actions.controller.unsent);
  const view = useMemo(() => ({ ...allShown, links: undecided }), [undecided]);
  return <LinkRows label={t('Links to decide on')} view={view} actions={actions} />;
}

/**
 * The links that were ticked when this view was opened, and those ticked since, the latest first. A link that is
 * unticked in the meantime keeps its row.
 */
function SelectedLinks({ view: { failure, status }, actions }: Pick<ShownLinksProps, 'view' | 'actions'>) {
  const { selection, links, seen, refresh } = actions.controller;
  const ticked = useStore(selection);
  const listed = useStore(links);
  const [order, setOrder] = useState<readonly string[]>(() => ticked.toReversed());
  const known = new Set(order);
  const added = ticked.filter((id) => !known.has(id));
  if (added.length > 0) setOrder([...added.toReversed(), ...order]);
  // The rows are those of `listed`, so they are found again only when it changes.
  const view = useMemo(() => ({ ...allShown, links: listed && seen(order) }), [listed, seen, order]);
  if (status === 'loading' && view.links.length === 0)
    return <Spinner label={t('Loading your selected links')} />;
  const missing = failure === null ? 0 : ticked.length - seen(ticked).length;
  const message =
    missing === 0
      ? null
      : tCount(
          missing,
          '{count} selected link can’t be shown: you’re offline, and it isn’t kept on this device.',
          '{count} selected links can’t be shown: you’re offline, and they aren’t kept on this device.',
        );
  return (
    <>
      <FailureBox message={message} onRetry={() => void refresh()} />
      <LinkRows label={t('Selected links')} view={view} actions={actions} />
    </>
  );
}

type LinksHeaderProps = Pick<LinkManagerProps, 'tools'> & {
  readonly headingId: string;
  readonly view: LinkListView;
  readonly fold: Fold;
  readonly actions: RowActions;
};

/** The heading of the links. Beside a result it folds and unfolds them. */
function LinksHeader({ headingId, view, fold, actions, tools }: LinksHeaderProps) {
  const { isAside, isFolded, setFolded } = fold;
  const { length } = useStore(actions.controller.selection);
  return (
    <header className="panel-header">
      <h2 id={headingId} tabIndex={-1}>
        {t('Your links')}
      </h2>
      {isFolded ? (
        <p className="word-count">{selectionMessage(length)}</p>
      ) : (
        <>
          <LinkCount view={view} />
          <div className="link-tools">
            <Button className="add-link" data-after-dialog onClick={actions.add}>
              {t('Add Link')}
            </Button>
            {tools}
          </div>
        </>
      )}
      {isAside ? (
        <Button look="plain" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {tRich(isFolded ? 'Show<unseen> your links</unseen>' : 'Hide<unseen> your links</unseen>', {
            unseen,
          })}
        </Button>
      ) : null}
    </header>
  );
}

function useListFilter({ unsent }: LinksController, search: SearchBox) {
  const state = useState<ListFilter>(null);
  const [filter, setFilter] = state;
  const isUndecided = useStore(unsent).undecided.length > 0;
  useEffect(() => onReset(() => setFilter(null)), [setFilter]);
  useEffect(() => search.subscribe(() => setFilter(null)), [search, setFilter]);
  // After the last decision, the whole list is shown again.
  if (filter === 'undecided' && !isUndecided) setFilter(null);
  return state;
}

/** Returns whether to show the search field. A few links need none. Once shown, it stays. */
function useHasSearch({ hasMore, links, search }: LinkListView): boolean {
  const [hasSearch, setHasSearch] = useState(false);
  const isWanted = hasMore || links.length > linkPageSize || search !== '';
  if (isWanted && !hasSearch) setHasSearch(true);
  return hasSearch || isWanted;
}

function NoticeBox({ notice }: { readonly notice: ReadonlyStore<string | null> }) {
  const message = useStore(notice);
  return <FailureBox message={message && translated(message)} />;
}

/** In milliseconds. The line is not shown for a change that is sent within this time. */
const lineDelay = 1500;

/** Shows the number of unsent changes, what they wait for, and a button that shows those that need a decision. */
function UnsentLine(props: FilterProps) {
  const { count, undecided, failing } = useStore(props.controller.unsent);
  const [isLate, setLate] = useState(false);
  const isWaiting = count > 0;
  if (!isWaiting && isLate) setLate(false);

  useEffect(() => (isWaiting ? schedule(() => setLate(true), lineDelay) : undefined), [isWaiting]);

  const isShown = isWaiting && isLate;
  return (
    <div className={isShown ? 'quiet-box' : undefined}>
      <p role="status">
        {isShown
          ? unsentCountMessage(failing === null ? count - undecided.length : 0, undecided.length)
          : null}
      </p>
      {isShown && (undecided.length > 0 || failing !== null) ? (
        <Loading>
          <UnsentHelp {...props} />
        </Loading>
      ) : null}
    </div>
  );
}
