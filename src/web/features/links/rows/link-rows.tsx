import { createElement, useEffect, useState } from 'react';

import { announce } from '#web/ui/announcer.tsx';

import type { LinkListView } from '#web/links-client/list/link-list-view.ts';
import { spokenWords } from '#web/features/links/list/list-messages.ts';
import { PlainRows } from './plain-rows.tsx';
import type { RowsProps } from './plain-rows.tsx';
import type { RowHost } from './row-actions.ts';
import { createRowsHandle } from './rows-handle.ts';
import { useVirtualRows } from './rows-part.ts';

type LinkRowsProps = {
  readonly label: string;
  readonly view: LinkListView;
  readonly host: RowHost;
  readonly onShowMore: () => void;
};

/** From here on, rows get a box of their own and are drawn as they come into sight. */
const manyRows = 50;

/** With more to come, a list of so many will probably grow long. */
const likelyRows = 10;

/** The rows of a list, however many, and the way to more of them. */
export function LinkRows({ label, view, host, onShowMore }: LinkRowsProps) {
  const { links, hasMore, isLoadingMore, failure } = view;
  const [rows] = useState(createRowsHandle);
  const [isMany, setMany] = useState(false);
  const virtualRows = useVirtualRows(links.length > (hasMore ? likelyRows : manyRows));
  // Once in a box, a deletion does not take the rows out of it again.
  if (links.length > manyRows && !isMany) setMany(true);

  // "Show more" may be gone afterwards: the focus goes on to the first link that it brought.
  useEffect(() => {
    if (rows.arrive(links.length)) announce(spokenWords(links.length, view));
  }, [links.length, rows, view]);

  function showMore(): void {
    rows.awaitRow(links.length);
    onShowMore();
  }

  const pace = isLoadingMore ? 'loading' : 'some';
  const props: RowsProps = {
    label,
    links,
    host,
    handle: rows,
    more: hasMore ? pace : 'none',
    onShowMore: showMore,
    // After a failure, the user says when to try again.
    onNearEnd: () => failure ?? onShowMore(),
  };
  return createElement(isMany ? (virtualRows ?? PlainRows) : PlainRows, props);
}
