import { useEffect, useMemo, useState } from 'react';

import { useStore } from '#web/lib/use-store.ts';
import { Spinner } from '#web/ui/spinner.tsx';

import { ListFailure, ListTools } from '#web/features/links/list/list-tools.tsx';
import { LinkRows } from '#web/features/links/rows/link-rows.tsx';
import type { RowActions } from '#web/features/links/rows/row-actions.ts';
import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { createSelectedLinks } from './selected-links.ts';

type SomeLinksProps = {
  /** Shows the ticked links if true, otherwise those that need a decision. */
  readonly isSelected: boolean;
  readonly view: LinkListView;
  readonly actions: RowActions;
};

/** Shows some of the links in place of the whole list. */
export function SomeLinks({ isSelected, view, actions }: SomeLinksProps) {
  return isSelected ? (
    <SelectedLinksList actions={actions} />
  ) : (
    <AskedLinksList view={view} actions={actions} />
  );
}

/** The links that were ticked when this view was opened, and those ticked since. */
function SelectedLinksList({ actions }: Pick<SomeLinksProps, 'actions'>) {
  const [selected] = useState(() => createSelectedLinks(actions.controller));
  const view = useStore(selected);

  useEffect(() => selected.connect(), [selected]);

  if (view.status === 'loading') return <Spinner label="Loading your selected links" />;
  return (
    <>
      {view.links.length > 1 ? <ListTools view={view} actions={actions} /> : null}
      {view.failure === null ? null : <ListFailure failure={view.failure} onRetry={selected.retry} />}
      <LinkRows label="Selected links" view={view} actions={actions} onShowMore={selected.showMore} />
    </>
  );
}

/** The links that wait for the user's decision, wherever they are in the list. */
function AskedLinksList({ view, actions }: Omit<SomeLinksProps, 'isSelected'>) {
  const { asked } = useStore(actions.controller.unsaved);
  const shown = useMemo(() => ({ ...view, links: asked, ...nothingElse }), [view, asked]);
  return <LinkRows label="Links to decide on" view={shown} actions={actions} onShowMore={() => {}} />;
}

const nothingElse = { search: '', failure: null, hasMore: false, isLoadingMore: false } as const;
