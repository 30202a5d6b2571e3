import { Plus } from 'lucide-react';

import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { LinkRows } from '#web/features/links/rows/link-rows.tsx';
import { ListFailure, ListTools } from './list-tools.tsx';
import { noMatchMessage } from './list-messages.ts';
import type { RowActions } from '#web/features/links/rows/row-actions.ts';

type LinkListProps = {
  readonly view: LinkListView;
  readonly actions: RowActions;
  readonly onAdd: () => void;
  readonly onClearSearch: () => void;
};

/** All saved links, or the links that the search has found. */
export function LinkList({ view, actions, onAdd, onClearSearch }: LinkListProps) {
  const { links, failure, search, status } = view;
  const { list } = actions.controller;
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
        {links.length > 1 || search !== '' ? <ListTools view={view} actions={actions} /> : null}
        <LinkRows
          key={search}
          label={search === '' ? 'Saved links' : 'Found links'}
          view={view}
          actions={actions}
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
          <p className="empty-title">{noMatchMessage(search)}</p>
          <Button onClick={onClearSearch}>Clear the search</Button>
        </div>
      </>
    );
  }
  return failureBox ?? <EmptyLinks onAdd={onAdd} onAddLikely={actions.onEditLikely} />;
}

type EmptyLinksProps = { readonly onAdd: () => void; readonly onAddLikely: () => void };

function EmptyLinks({ onAdd, onAddLikely }: EmptyLinksProps) {
  return (
    <div className="links-empty">
      <svg viewBox="0 0 160 84" width="160" height="84" aria-hidden="true">
        <path className="empty-slots" d="M46 14h96M46 42h74M46 70h86M10 4h20v20H10zM10 60h20v20H10z" />
        <path className="empty-tick" d="M10 32h20v20H10zM14 42l5 5 8-10" strokeLinejoin="round" />
      </svg>
      <p className="empty-title">No links saved yet</p>
      <p>Save the links you earn with. You can then weave them into any text.</p>
      <Button look="primary" onClick={onAdd} onPointerEnter={onAddLikely} onFocus={onAddLikely}>
        <Plus aria-hidden="true" size={16} />
        Add your first link
      </Button>
    </div>
  );
}
