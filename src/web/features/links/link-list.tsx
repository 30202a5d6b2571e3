import { Plus } from 'lucide-react';
import { createElement, useEffect, useRef, useState, type ComponentType } from 'react';

import { linkPageSize } from '#contract/link-pages.ts';
import type { LinkListView } from '#web/links-client/list/link-list.ts';
import { t, translated } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';

import { countMessage, noMatchMessage } from './list-messages.ts';
import { focusRow, ListRow, useRowFocus, useTabStop, type RowActions, type RowsProps } from './link-rows.tsx';

type LinkListProps = {
  readonly view: LinkListView;
  readonly actions: RowActions;
  readonly onClearSearch: () => void;
};

/** All saved links, or the links that the search has found. */
export function LinkList({ view, actions, onClearSearch }: LinkListProps) {
  const { links, failure, search, status } = view;
  const isAll = search === '';
  const searched = isAll ? '' : ` ${t('Only links kept on this device were searched.')}`;
  const message = failure && `${translated(failure)}${searched}`;
  const failureBox = (
    <FailureBox
      message={message}
      onRetry={() => void actions.controller.refresh()}
      isQuiet={links.length > 0}
    />
  );

  if (links.length > 0)
    return (
      <>
        <LinkRows
          key={search}
          label={t(isAll ? 'Saved links' : 'Found links')}
          view={view}
          actions={actions}
        />
        {failureBox}
      </>
    );
  if (status === 'loading') return <Spinner label={t(isAll ? 'Loading your links' : 'Searching')} />;
  if (isAll && failure !== null) return failureBox;
  if (isAll) return <EmptyLinks actions={actions} />;
  return (
    <>
      {failureBox}
      <div className="no-match">
        <p className="empty-title">{noMatchMessage(search)}</p>
        <Button onClick={onClearSearch}>{t('Clear the search')}</Button>
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
      <p className="empty-title">{t('No links saved yet')}</p>
      <p>{t('Save your affiliate links once, then use them in any article.')}</p>
      <Button look="primary" icon={Plus} onClick={actions.add}>
        {t('Add your first link')}
      </Button>
    </div>
  );
}

/** The number of links, beside the heading. */
export function LinkCount({ view }: Pick<LinkListProps, 'view'>) {
  const message = countMessage(view);
  return message === null ? null : <p className="link-count">{message}</p>;
}

type LinkRowsProps = Omit<RowsProps, 'awaited' | 'onAwait'>;

/** With more rows than this, the list gets a box that scrolls, and only the rows in sight are drawn. */
const manyRows = 50;

/** A list of this length will probably get many rows. */
const likelyRows = 2 * linkPageSize;

/** The rows of a list of any length, and a way to show more. */
export function LinkRows(props: LinkRowsProps) {
  const { links } = props.view;
  const [awaited, setAwaited] = useState<number | null>(null);
  const [isMany, setMany] = useState(false);
  const virtualRows = useLoadedVirtualRows(links.length > likelyRows);
  // The list keeps its box, even if fewer rows are left after a deletion.
  if (links.length > manyRows && !isMany) setMany(true);
  const rows = isMany ? (virtualRows ?? PlainRows) : PlainRows;
  // Until the code for many rows is loaded, only some rows are drawn, and none of them takes the focus.
  const waits = isMany && virtualRows === undefined;
  const view = waits ? { ...props.view, links: links.slice(0, manyRows) } : props.view;
  return (
    <>
      {createElement(rows, { ...props, view, awaited: waits ? null : awaited, onAwait: setAwaited })}
      <MoreRows {...props} onAwait={setAwaited} />
    </>
  );
}

type LoadedRows = ComponentType<RowsProps> | null | undefined;

let loaded: LoadedRows;

/** Loads the code for many rows when it will probably be needed. Returns undefined until then, and null if it fails. */
function useLoadedVirtualRows(isLikely: boolean): LoadedRows {
  const [rows, setRows] = useState(() => loaded);

  useEffect(() => {
    async function load(): Promise<void> {
      const { VirtualRows } = await import('./virtual-rows.tsx');
      loaded = VirtualRows;
      setRows(() => VirtualRows);
    }
    // Without this code, all rows are drawn.
    if (isLikely) load().catch(() => setRows(null));
  }, [isLikely]);

  return rows;
}

/** How many rows the page keys move. */
const pageOfRows = linkPageSize;

/** Draws every row. */
function PlainRows(props: RowsProps) {
  const { label, view, actions } = props;
  const { links } = view;
  const list = useRef<HTMLUListElement>(null);
  const [tabStop] = useTabStop(list, links);

  function focusIndex(index: number): void {
    const row = list.current?.children[index];
    focusRow(row);
    row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }
  useRowFocus(list, props, focusIndex, () => pageOfRows);

  return (
    <ul className="link-rows" aria-label={label} ref={list}>
      {links.map((link, index) => (
        <ListRow
          key={link.id}
          link={link}
          actions={actions}
          index={index}
          setSize={null}
          isTabStop={index === tabStop}
        />
      ))}
    </ul>
  );
}

function MoreRows({ view, actions, onAwait }: Omit<RowsProps, 'awaited'>) {
  const { links, hasMore, showsAll, total } = view;
  if (!hasMore || showsAll) return null;
  const { list } = actions.controller;

  function show(more: () => void): void {
    // The pressed button may disappear. The focus moves to the first new row.
    onAwait(links.length);
    more();
  }

  return (
    <div className="more-rows">
      <Button onClick={() => show(list.showMore)}>{t('Show more')}</Button>
      <Button look="plain" onClick={() => show(list.showAll)}>
        {total === null ? t('Show all') : t('Show all {total}', { total })}
      </Button>
    </div>
  );
}
