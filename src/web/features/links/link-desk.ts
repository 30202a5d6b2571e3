import type { Link, LinkFields } from '#core/link/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { SafeStorage } from '#web/storage.ts';

import { createLinkList } from './link-list-store.ts';
import type { LinkList, ListedLink } from './link-list-view.ts';
import { createLinkRemoval } from './link-removal.ts';
import type { LinkRemoval } from './link-removal.ts';
import { lookUpLinks } from './missing-links.ts';
import { createSelection } from './selection.ts';
import type { Selection } from './selection.ts';

/** What became of a save. A failed one is kept nowhere but in the form. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly link: Link }
  | { readonly kind: 'failed'; readonly failure: unknown };

type FoundLinks = { readonly found: readonly ListedLink[]; readonly gone: readonly string[] };

/** Everything about links that lives outside of React. */
export type LinkDesk = LinkRemoval & {
  readonly list: LinkList;
  readonly selection: Selection;
  add(fields: LinkFields): Promise<SaveOutcome>;
  change(link: Link, fields: LinkFields): Promise<SaveOutcome>;
  refresh(): Promise<void>;
  /** Looks for links by id, wherever in the list they are. */
  lookUp(ids: readonly string[]): Promise<FoundLinks>;
  /** The links of these ids, as far as this page has seen them. */
  seen(ids: readonly string[]): Link[];
};

export function createLinkDesk(api: LinksApi, storage: SafeStorage): LinkDesk {
  const list = createLinkList(api.list);
  const selection = createSelection(storage);
  const lookedUp = new Map<string, ListedLink>();
  const removal = createLinkRemoval({
    storage,
    selection,
    send: api.remove,
    onSent(id) {
      list.drop(id);
      void list.refresh();
    },
  });

  async function save(send: () => Promise<Link>): Promise<SaveOutcome> {
    try {
      const link = await send();
      list.put(link);
      return { kind: 'saved', link };
    } catch (failure) {
      return { kind: 'failed', failure };
    }
  }

  return {
    ...removal,
    list,
    selection,
    add: (fields) => save(() => api.create(fields)),
    change: (link, fields) => save(() => api.update(link.id, fields)),
    refresh: list.refresh,
    async lookUp(ids) {
      const { found, gone } = await lookUpLinks(api.list, ids);
      const rows = found.map((link) => ({ ...link, state: { kind: 'saved' } as const }));
      for (const row of rows) lookedUp.set(row.id, row);
      return { found: rows, gone };
    },
    seen(ids) {
      const listed = new Map(list.view().links.map((link) => [link.id, link]));
      return ids.flatMap((id) => listed.get(id) ?? lookedUp.get(id) ?? []);
    },
  };
}
