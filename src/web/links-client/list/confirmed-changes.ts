import * as z from 'zod/mini';

import { linkSchema } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import type { OutboxEntry } from '#web/links-client/outbox/entries.ts';
import type { Answer } from '#web/links-client/outbox/outbox.ts';

import type { LinkRemoval } from './deletions.ts';
import type { Replica } from './replica.ts';
import type { Selection } from './selection.ts';

/** What tabs tell each other about a link. `saved` is null if the link no longer exists. */
const changeSchema = z.object({ id: z.string(), saved: z.nullable(linkSchema) });

export type LinkChange = z.infer<typeof changeSchema>;

export type ChangesHost = {
  readonly replica: Replica;
  readonly selection: Selection;
  readonly removal: LinkRemoval;
  readonly onLinkChange: (change: LinkChange) => void;
};

/** Passes on what the server has confirmed: to the list, the ticks and the other tabs. */
export type ConfirmedChanges = {
  save(link: Link): void;
  drop(id: string): void;
  /** Drops a link. The new link with the other id is ticked if the old one was. */
  replace(id: string, newId: string): void;
  accept(entry: OutboxEntry, answer: Answer): void;
  receive(message: unknown): void;
};

export function createConfirmedChanges({
  replica,
  selection,
  removal,
  onLinkChange,
}: ChangesHost): ConfirmedChanges {
  function save(link: Link): void {
    replica.put(link);
    onLinkChange({ id: link.id, saved: link });
    removal.onSaved(link.id);
  }

  function forget(id: string): void {
    selection.untick([id]);
    replica.drop(id);
  }

  function drop(id: string): void {
    forget(id);
    onLinkChange({ id, saved: null });
  }

  return {
    save,
    drop,
    replace(id, newId) {
      if (selection.has(id)) selection.tick(newId);
      drop(id);
    },
    accept({ kind, link }, answer) {
      if (answer.kind === 'refused' && kind === 'delete') removal.onRefused(link.id, answer.failure);
      if (answer.kind !== 'done') return;
      if (answer.link === null) drop(link.id);
      else save(answer.link);
    },
    receive(message) {
      const change = changeSchema.safeParse(message);
      if (!change.success) return;
      const { id, saved } = change.data;
      if (saved === null) forget(id);
      else replica.put(saved);
    },
  };
}
