import * as z from 'zod/mini';

import { linkSchema } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';

import type { LinkListStore } from './link-list.ts';
import type { LinkLookup } from './link-lookup.ts';
import type { LinkRemoval } from './deletions.ts';
import type { Selection } from './selection.ts';

/** What tabs tell each other about a link. `saved` is null if the link is gone. */
const changeSchema = z.object({ id: z.string(), saved: z.nullable(linkSchema) });

type LinkChange = z.infer<typeof changeSchema>;

/** Passes on what the server has confirmed: to the list, the look-up, the ticks and the other tabs. */
export type LinkChanges = {
  /** Takes a link as the server has it now. */
  save(link: Link): void;
  /** Takes the id of a link that is gone. */
  drop(id: string): void;
  /** The link goes on under another id. */
  replace(id: string, newId: string): void;
  /** Takes a message of another tab. Messages about other things are ignored. */
  receive(message: unknown): void;
};

export type ChangesHost = {
  readonly list: LinkListStore;
  readonly lookup: LinkLookup;
  readonly selection: Selection;
  readonly removal: Pick<LinkRemoval, 'noteSaved'>;
  /** Tells the other tabs, which may not be able to read the list. */
  readonly onLinkChange: (change: LinkChange) => void;
};

export function createLinkChanges(host: ChangesHost): LinkChanges {
  const { list, lookup, selection, removal, onLinkChange } = host;

  function put(link: Link): void {
    lookup.put(link);
    list.put(link);
  }

  function remove(id: string): void {
    lookup.drop(id);
    list.drop(id);
  }

  function drop(id: string): void {
    selection.untick([id]);
    remove(id);
    onLinkChange({ id, saved: null });
  }

  return {
    drop,
    save(link) {
      put(link);
      onLinkChange({ id: link.id, saved: link });
      removal.noteSaved(link.id);
    },
    replace(id, newId) {
      if (selection.has(id)) selection.tick(newId);
      drop(id);
    },
    receive(message) {
      const change = changeSchema.safeParse(message);
      if (!change.success) return;
      const { id, saved } = change.data;
      // The other tab has changed the ticks already. All tabs share them.
      if (saved === null) remove(id);
      // This tab may have changed the link since the message was sent.
      else put(list.latest(saved));
    },
  };
}
