import './links.css';

import { Plus } from 'lucide-react';
import { useEffect, useId, useMemo, useState, type ComponentProps, type ReactNode } from 'react';

import { linkPageSize } from '#contract/link-pages.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/list-state.ts';
import { t, translated } from '#web/lib/language.ts';
import { createTimer, schedule } from '#web/lib/tasks.ts';
import { onReset } from '#web/lib/events.ts';
import { createStore, type ReadonlyStore, useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { useFold, type Fold } from '#web/ui/fold.ts';
import { FailureBox, lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

import { LinkList, ShownCount } from './link-list.tsx';
import { selectionMessage, unsavedCountMessage } from './list-messages.ts';
import { createRowActions, type RowActions } from './link-rows.tsx';

// The tools are loaded later, because a first visit has no links and does not need them.
const ListTools = lazyPart(async () => (await import('./list-tools.tsx')).ListTools);
const SelectedLinks = lazyPart(async () => (await import('./selected-links.tsx')).SelectedLinks);
// These parts are needed only after an answer of the server, so the network works and can load them.
const UnsavedHelp = lazyPart(async () => (await import('./unsaved-decisions.tsx')).UnsavedHelp);
const AskedLinks = lazyPart(async () => (await import('./selected-links.tsx')).AskedLinks);

/** Which links are shown if not all: those that are ticked, or those that need a decision. */
type ListFilter = 'selected' | 'asked' | null;

export type FilterProps = {
  readonly controller: LinksController;
  readonly filter: ListFilter;
  readonly onFilter: (filter: ListFilter) => void;
};

type LinkManagerProps = {
  readonly controller: LinksController;
  readonly generation: ReadonlyStore<{ readonly phase: string }>;
  readonly onOpenForm: (link: Link | null) => void;
  readonly onFormLikely: () => void;
  /** Other actions for all links, drawn beside Add Link. */
  readonly tools: ReactNode;
};

export function LinkManager({ controller, generation, onOpenForm, onFormLikely, tools }: LinkManagerProps) {
  const headingId = useId();
  const view = useStore(controller.list);
  const [search] = useState(() => createSearchBox(controller.list.find));
  const [filter, setFilter] = useListFilter(controller, search);
  const actions = useMemo(
    () => createRowActions(controller, onOpenForm, onFormLikely),
    [controller, onOpenForm, onFormLikely],
  );
  const hasSearch = useHasSearch(view);
  const { phase } = useStore(generation);
  const [panel, fold] = useFold(phase === 'result' || phase === 'unfinished');

  useEffect(() => untickGoneLinks(controller), [controller]);

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
      <UnsavedLine controller={controller} filter={filter} onFilter={showFiltered} />
      <NoticeBox notice={controller.deletionNotice} />
      <NoticeBox notice={controller.workspaceNotice} />
      <NoticeBox notice={controller.storageNotice} />
      <ShownLinks view={view} actions={actions} filter={filter} onClearSearch={search.clear} />
    </section>
  );
}

type ShownLinksProps = ComponentProps<typeof LinkList> & Pick<FilterProps, 'filter'>;

/** The rows of the whole list, of a search, or of a filter. */
function ShownLinks({ filter, ...list }: ShownLinksProps) {
  if (filter === null) return <LinkList {...list} />;
  return (
    <Loading label={t('Loading')}>
      {filter === 'selected' ? <SelectedLinks actions={list.actions} /> : <AskedLinks {...list} />}
    </Loading>
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
      <div>
        <h2 id={headingId} tabIndex={-1}>
          {t('Your links')}
        </h2>
        {isFolded ? null : <ShownCount view={view} />}
      </div>
      {isFolded ? (
        <p className="word-count">{selectionMessage(length)}</p>
      ) : (
        <>
          <Button
            icon={Plus}
            className="add-link"
            data-after-dialog
            onClick={actions.add}
            onLikely={actions.onFormLikely}
          >
            {t('Add Link')}
          </Button>
          {tools}
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

/** The pause after the last letter before the search, in milliseconds. */
export const searchDelay = 150;

export type SearchBox = ReturnType<typeof createSearchBox>;

/** Holds the text in the search field. The list is searched after a pause in typing. */
export function createSearchBox(find: (search: string) => void) {
  const { get, set, subscribe } = createStore('');
  const timer = createTimer();

  function type(text: string): void {
    timer.start(submit, searchDelay);
    set(text);
  }

  function submit(): void {
    timer.stop();
    find(get().trim());
  }

  function clear(): void {
    type('');
    submit();
  }

  return { get, subscribe, type, submit, clear };
}

/** The check reads all ticks and rows, so it waits until nothing has changed for this time, in milliseconds. */
const checkPause = 200;

/** Unticks links that no longer exist, if the server says so. Returns a function that stops it. */
export function untickGoneLinks({
  list,
  selection,
  lookUp,
}: Pick<LinksController, 'selection' | 'lookUp'> & { list: ReadonlyStore<LinkListView> }): () => void {
  const known = new Set<string>();
  let isAsking = false;
  const timer = createTimer();
  const restart = () => timer.start(() => void check(), checkPause);

  async function check(): Promise<void> {
    // Later changes are checked after the answer.
    if (isAsking) return restart();
    const { status, failure, links } = list.get();
    if (status !== 'ready' || failure !== null) return;
    const listed = new Set(links.map(({ id }) => id));
    const unlisted = selection.get().filter((id) => !listed.has(id) && !known.has(id));
    if (unlisted.length === 0) return;
    isAsking = true;
    const { found, gone } = await lookUp(unlisted);
    for (const { id } of found) known.add(id);
    selection.untick(gone);
    isAsking = false;
  }

  restart();
  const ends = [list.subscribe(restart), selection.subscribe(restart), timer.stop];
  return () => ends.forEach((end) => end());
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

function NoticeBox({ notice }: { readonly notice: ReadonlyStore<string | null> }) {
  const message = useStore(notice);
  return <FailureBox message={message && translated(message)} />;
}

/** In milliseconds. The line is not shown for a change that is sent within this time. */
const lineDelay = 1500;

/** Shows the number of unsaved changes, what they wait for, and a button that shows those that need a decision. */
function UnsavedLine(props: FilterProps) {
  const { count, asked, failing } = useStore(props.controller.unsaved);
  const [isLate, setLate] = useState(false);
  const isWaiting = count > 0;
  if (!isWaiting && isLate) setLate(false);

  useEffect(() => (isWaiting ? schedule(() => setLate(true), lineDelay) : undefined), [isWaiting]);

  const isShown = isWaiting && isLate;
  return (
    <div className={isShown ? 'quiet-box' : undefined}>
      <p role="status">
        {isShown ? unsavedCountMessage(failing === null ? count - asked.length : 0, asked.length) : null}
      </p>
      {isShown && (asked.length > 0 || failing !== null) ? (
        <Loading>
          <UnsavedHelp {...props} />
        </Loading>
      ) : null}
    </div>
  );
}
