import { useEffect, useState, useSyncExternalStore } from 'react';

import { Spinner } from '#web/ui/spinner.tsx';

import { LinkRows } from '#web/features/links/rows/link-rows.tsx';
import { ListFailure } from '#web/features/links/list/list-failure.tsx';
import { ListTools } from '#web/features/links/list/list-tools.tsx';
import type { RowHost } from '#web/features/links/rows/row-actions.ts';
import { createSelectedLinks } from './selected-links.ts';

/** Just the links that were ticked when this view was opened, and those ticked since. */
export function SelectedLinksList({ host }: { readonly host: RowHost }) {
  const [selected] = useState(() => createSelectedLinks(host.desk));
  const view = useSyncExternalStore(selected.subscribe, selected.view);

  useEffect(() => selected.connect(), [selected]);

  if (view.status === 'loading') return <Spinner label="Loading your selected links" />;
  return (
    <>
      {view.links.length > 1 ? <ListTools view={view} host={host} /> : null}
      {view.failure === null ? null : <ListFailure failure={view.failure} onRetry={selected.retry} />}
      <LinkRows label="Selected links" view={view} host={host} onShowMore={selected.showMore} />
    </>
  );
}
