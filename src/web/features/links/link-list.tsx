import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

import type { Link } from '#core/link/link.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { DeletedRow } from './deleted-row.tsx';
import { EmptyLinks } from './empty-links.tsx';
import type { LinkDesk } from './link-desk.ts';
import type { LinkListView } from './link-list-view.ts';
import { LinkRow } from './link-row.tsx';

type LinkListProps = {
  readonly desk: LinkDesk;
  readonly view: LinkListView;
  readonly tickedIds: readonly string[];
  readonly onOpenForm: (link: Link | null) => void;
  readonly onFormLikely: () => void;
  /** The row that held the focus is gone. */
  readonly onFocusLost: () => void;
};

export function LinkList(props: LinkListProps) {
  const { desk, view, onOpenForm, onFormLikely } = props;
  const { links, failure } = view;
  const notice = useSyncExternalStore(desk.deletionNotice.subscribe, desk.deletionNotice.text);
  const rows = useRef<HTMLUListElement>(null);
  const shownBefore = useRef<number | null>(null);

  // "Show more" may be gone afterwards: the focus goes on to the first link that it brought.
  useEffect(() => {
    if (shownBefore.current === null || links.length <= shownBefore.current) return;
    rows.current?.children[shownBefore.current]?.querySelector('input')?.focus();
    shownBefore.current = null;
  }, [links.length]);

  function showMore(): void {
    shownBefore.current = rows.current?.childElementCount ?? null;
    desk.list.showMore();
  }

  const failureBox = failure === null ? null : <ListFailure failure={failure} onRetry={desk.list.retry} />;
  if (view.status === 'loading' && links.length === 0) return <Spinner label="Loading your links" />;
  if (failureBox !== null && links.length === 0) return failureBox;
  if (links.length === 0) return <EmptyLinks onAdd={() => onOpenForm(null)} onAddLikely={onFormLikely} />;
  return (
    <>
      {notice === null ? null : (
        <p className="red-box" role="alert">
          {notice}
        </p>
      )}
      <LinkRows {...props} rows={rows} />
      {failureBox}
      {view.hasMore ? (
        <Button className="show-more" off={view.isLoadingMore} onClick={showMore}>
          {view.isLoadingMore ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}
    </>
  );
}

type LinkRowsProps = LinkListProps & { readonly rows: RefObject<HTMLUListElement | null> };

function LinkRows({ desk, view, tickedIds, rows, onOpenForm, onFormLikely, onFocusLost }: LinkRowsProps) {
  const { selection, deletions } = desk;
  const pending = useSyncExternalStore(deletions.subscribe, deletions.pending);
  const [deletedHere, setDeletedHere] = useState<string | null>(null);

  return (
    <ul className="link-rows" ref={rows}>
      {view.links.map((link) => {
        const deletion = pending.find(({ id }) => id === link.id);
        if (deletion?.canUndo === false) return null;
        if (deletion !== undefined) {
          return (
            <DeletedRow
              key={link.id}
              link={link}
              takesFocus={deletedHere === link.id}
              onUndo={() => {
                desk.keep(link.id);
                announce('Link kept');
              }}
              onFocusLost={onFocusLost}
            />
          );
        }
        return (
          <LinkRow
            key={link.id}
            link={link}
            isTicked={tickedIds.includes(link.id)}
            onTick={(isTicked) => (isTicked ? selection.tick(link.id) : selection.untick([link.id]))}
            onEdit={() => onOpenForm(link)}
            onEditLikely={onFormLikely}
            onDelete={() => {
              setDeletedHere(link.id);
              desk.remove(link.id);
              announce('Link deleted');
            }}
          />
        );
      })}
    </ul>
  );
}

type ListFailureProps = { readonly failure: string; readonly onRetry: () => void };

function ListFailure({ failure, onRetry }: ListFailureProps) {
  return (
    <div className="red-box" role="alert">
      <p>{failure}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
