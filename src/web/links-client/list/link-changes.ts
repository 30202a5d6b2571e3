import * as z from 'zod/mini';

import { linkSchema } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';

import type { LinkListStore } from './link-list-store.ts';
import type { LinkLookup } from './link-lookup.ts';
import type { Selection } from './selection.ts';

/** What became of a link: as it is saved now; null: it is gone. */
const newsSchema = z.object({ id: z.string(), saved: z.nullable(linkSchema) });

export type LinkNews = {
  /** A link as the server has it now. */
  save(link: Link): void;
  /** A link that is gone. */
  forget(id: string): void;
  /** A link goes on under another id. */
  renew(id: string, newId: string): void;
  /** Takes what another tab tells of a link; whatever else it tells is passed over. */
  hear(message: unknown): void;
};

export type NewsHost = {
  readonly list: LinkListStore;
  readonly lookup: LinkLookup;
  readonly selection: Selection;
  /** Tells the other tabs: the list may be out of their reach by then. */
  readonly tell: (news: z.infer<typeof newsSchema>) => void;
  /** Hears the id of a link that was saved here. */
  readonly onSaved: (id: string) => void;
};

/** Lets all that know of a link follow when it is saved or gone, in the other tabs too. */
export function createLinkNews({ list, lookup, selection, tell, onSaved }: NewsHost): LinkNews {
  function put(link: Link): void {
    lookup.put(link);
    list.put(link);
  }

  function drop(id: string): void {
    lookup.drop(id);
    list.drop(id);
  }

  function forget(id: string): void {
    selection.untick([id]);
    drop(id);
    tell({ id, saved: null });
  }

  return {
    forget,
    save(link) {
      put(link);
      tell({ id: link.id, saved: link });
      onSaved(link.id);
    },
    renew(id, newId) {
      if (selection.has(id)) selection.tick(newId);
      forget(id);
    },
    hear(message) {
      const news = newsSchema.safeParse(message);
      if (!news.success) return;
      const { id, saved } = news.data;
      // All tabs share the ticks: that other one has changed them.
      if (saved === null) drop(id);
      // This tab may have changed the link since that was told.
      else put(list.latest(saved));
    },
  };
}
