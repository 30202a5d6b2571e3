import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

import type { Link } from '#core/link/link.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { DeletedRow } from './deleted-row.tsx';
import { EmptyLinks } from './empty-links.tsx';
import type { LinkDesk } from './link-desk.ts';
import type { useLinkList } from './link-queries.ts';
import { LinkRow } from './link-row.tsx';

type LinkListProps = {
  readonly desk: LinkDesk;
  readonly list: ReturnType<typeof useLinkList>;
  readonly links: readonly Link[];
  readonly tickedIds: readonly string[];
  readonly onOpenForm: (link: Link | null) => void;
  readonly onFormLikely: () => void;
  /** The row that held the focus is gone. */
  readonly onFocusLost: () => void;
};

export function LinkList(props: LinkListProps) {
  const { desk, list, links, onOpenForm, onFormLikely } = props;
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
    void list.fetchNextPage();
  }

  if (list.isPending) return <Spinner label="Loading your links" />;
  if (list.isError && links.length === 0) return <ListFailure list={list} />;
  if (links.length === 0) return <EmptyLinks onAdd={() => onOpenForm(null)} onAddLikely={onFormLikely} />;
  return (
    <>
      {notice === null ? null : (
        <p className="red-box" role="alert">
          {notice}
        </p>
      )}
      <LinkRows {...props} rows={rows} />
      {list.isError ? <ListFailure list={list} /> : null}
      {list.hasNextPage ? (
        <Button className="show-more" off={list.isFetchingNextPage} onClick={showMore}>
          {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}
    </>
  );
}

type LinkRowsProps = LinkListProps & { readonly rows: RefObject<HTMLUListElement | null> };

function LinkRows({ desk, links, tickedIds, rows, onOpenForm, onFormLikely, onFocusLost }: LinkRowsProps) {
  const { selection, deletions } = desk;
  const pending = useSyncExternalStore(deletions.subscribe, deletions.pending);
  const [deletedHere, setDeletedHere] = useState<string | null>(null);

  return (
    <ul className="link-rows" ref={rows}>
      {links.map((link) => {
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

function ListFailure({ list }: Pick<LinkListProps, 'list'>) {
  return (
    <div className="red-box" role="alert">
      <p>{list.error?.message}</p>
      <Button onClick={() => void list.refetch()}>Try again</Button>
    </div>
  );
}
