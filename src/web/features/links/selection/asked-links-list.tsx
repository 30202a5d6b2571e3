import { useMemo } from 'react';

import type { LinkListView } from '#web/links-client/list/link-list-view.ts';
import { LinkRows } from '#web/features/links/rows/link-rows.tsx';
import type { RowHost } from '#web/features/links/rows/row-actions.ts';

type AskedLinksListProps = { readonly view: LinkListView; readonly host: RowHost };

/** Just the links that wait for the user's decision, however far down in the list they stand. */
export function AskedLinksList({ view, host }: AskedLinksListProps) {
  const { unsaved } = host.desk;
  // The list is drawn anew with whatever becomes of an unsent change.
  const asked = useMemo(() => ({ ...view, links: unsaved.asked(), ...nothingElse }), [view, unsaved]);
  return <LinkRows label="Links to decide on" view={asked} host={host} onShowMore={() => {}} />;
}

const nothingElse = { search: '', failure: null, hasMore: false, isLoadingMore: false } as const;
