import { AskedLinksList } from './asked-links-list.tsx';
import type { LinkListView } from '#web/links-client/list/link-list-view.ts';
import type { RowHost } from '#web/features/links/rows/row-actions.ts';
import { SelectedLinksList } from './selected-links-list.tsx';

type SomeLinksProps = {
  /** Those that are ticked; else those that the user is asked about. */
  readonly isSelected: boolean;
  readonly view: LinkListView;
  readonly host: RowHost;
};

/** In place of the whole list, some of its links. */
export function SomeLinks({ isSelected, view, host }: SomeLinksProps) {
  return isSelected ? <SelectedLinksList host={host} /> : <AskedLinksList view={view} host={host} />;
}
