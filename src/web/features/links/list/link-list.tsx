import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { EmptyLinks } from './empty-links.tsx';
import type { LinkListView } from '#web/links-client/list/link-list-view.ts';
import { LinkRows } from '#web/features/links/rows/link-rows.tsx';
import { ListFailure } from './list-failure.tsx';
import { ListTools } from './list-tools.tsx';
import { noMatchWords } from './list-messages.ts';
import type { RowHost } from '#web/features/links/rows/row-actions.ts';

type LinkListProps = {
  readonly view: LinkListView;
  readonly host: RowHost;
  readonly onAdd: () => void;
  readonly onClearSearch: () => void;
};

/** All saved links, or those that the search has found. */
export function LinkList({ view, host, onAdd, onClearSearch }: LinkListProps) {
  const { links, failure, search, status } = view;
  const { list } = host.desk;
  const failureBox =
    failure === null ? null : (
      <ListFailure
        failure={
          search === '' ? failure : `${failure} Only links that are kept on this device were searched.`
        }
        onRetry={list.retry}
      />
    );

  if (links.length > 0) {
    return (
      <>
        {links.length > 1 || search !== '' ? <ListTools view={view} host={host} /> : null}
        <LinkRows
          key={search}
          label={search === '' ? 'Saved links' : 'Found links'}
          view={view}
          host={host}
          onShowMore={list.showMore}
        />
        {failureBox}
      </>
    );
  }
  if (status === 'loading') return <Spinner label={search === '' ? 'Loading your links' : 'Searching'} />;
  if (search !== '') {
    return (
      <>
        {failureBox}
        <div className="no-match">
          <p className="empty-title">{noMatchWords(search)}</p>
          <Button onClick={onClearSearch}>Clear the search</Button>
        </div>
      </>
    );
  }
  return failureBox ?? <EmptyLinks onAdd={onAdd} onAddLikely={host.onEditLikely} />;
}
