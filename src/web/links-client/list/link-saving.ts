import { fieldsOf, hasSameFields, type Link, type LinkFields } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { inTime } from '#web/api/send.ts';
import { newId } from '#web/lib/new-id.ts';
import {
  blockedEntry,
  discarded,
  formTimeout,
  mineKept,
  outcomeLeft,
  removed,
  reworded,
  sentAgain,
  unsavedVersion,
  type OutboxEntry,
  type SaveOutcome,
} from '#web/links-client/outbox/entries.ts';
import type { Outbox } from '#web/links-client/outbox/outbox.ts';
import type { LinkStorage } from '#web/links-client/storage/link-storage.ts';
import type { WorkspaceGuard } from '#web/links-client/workspace/workspace-guard.ts';

import type { ConfirmedChanges } from './confirmed-changes.ts';

type SavingHost = Pick<LinkStorage, 'alone' | 'open' | 'onFail'> & {
  readonly api: LinksApi;
  /** Tells the other tabs to read again. */
  readonly onChange: () => void;
  readonly outbox: Outbox;
  readonly changes: ConfirmedChanges;
  readonly inTurn: WorkspaceGuard['inTurn'];
  /** Returns the link as the server last returned it. */
  readonly latest: (link: Link) => Link;
};

/** Saves links without losing a change. */
export type LinkSaving = Decisions & {
  /** Saves a new link. Repeated calls with the same id save it once. */
  add(fields: LinkFields, id?: string): Promise<SaveOutcome>;
  /** @param link The version that the user has seen. */
  change(link: Link, fields: LinkFields): Promise<SaveOutcome>;
};

export function createLinkSaving(host: SavingHost): LinkSaving {
  const { api, outbox } = host;

  /** Stores the change first and sends it then. If it cannot be stored, it is sent at once. */
  async function save(kind: 'create' | 'update', link: Link, seen: LinkFields | null): Promise<SaveOutcome> {
    // Storing needs locks, and a database that all tabs can read.
    const canStore = host.alone !== null && (await host.open().catch(() => null)) !== null;
    if (!canStore) return sendNow(kind, link);
    try {
      return await outbox.addAndWait({ id: newId(), kind, link }, seen);
    } catch (failure) {
      host.onFail(failure);
      return sendNow(kind, link);
    }
  }

  /** Sends the change now. After the form's timeout the signal aborts, and nothing more is sent. */
  async function sendNow(kind: 'create' | 'update', link: Link): Promise<SaveOutcome> {
    const { id } = link;
    const fields = fieldsOf(link);
    const done: { link?: Link } = {};
    const sendInTurn = (signal: AbortSignal) =>
      host.inTurn(async () => {
        done.link = await (kind === 'create'
          ? api.create({ id, ...fields }, signal)
          : api.update(id, fields, signal));
      }, signal);
    const failure = await inTime(formTimeout, sendInTurn).catch((thrown: unknown) => thrown);
    if (done.link === undefined) return { kind: 'failed', failure };
    host.changes.save(done.link);
    host.onChange();
    return { kind: 'saved', link: done.link };
  }

  return {
    ...createDecisions(host),
    add(fields, id = newId()) {
      const createdAt = new Date().toISOString();
      return save('create', { ...fields, id, createdAt, updatedAt: unsavedVersion }, null);
    },
    async change(link, fields) {
      const blocked = blockedEntry(outbox.get().unsent, link.id);
      if (blocked !== null && blocked.kind !== 'delete') return changeBlocked(outbox, blocked, fields);
      // A version with other fields, from another tab, is not overwritten: the server answers with it.
      const latest = host.latest(link);
      const wanted = { ...(hasSameFields(latest, link) ? latest : link), ...fields };
      // The user changes the link, so it is not to be deleted any more.
      if (blocked !== null) await outbox.apply(removed(blocked)).catch(host.onFail);
      return save('update', wanted, link);
    },
  };
}

/** The decisions of the user about a change that the server did not accept. Each gets the id of the link. */
type Decisions = {
  /** Saves the user's version. If the link was deleted elsewhere, saves it as a new link. */
  keepMine(id: string): Promise<void>;
  keepTheirs(id: string): Promise<void>;
  sendAgain(id: string): Promise<void>;
  /** Gives up a change that the server has refused or fails to save. */
  discard(id: string): Promise<void>;
};

function createDecisions({ outbox, changes }: Pick<SavingHost, 'outbox' | 'changes'>): Decisions {
  return {
    async keepMine(id) {
      const blocked = blockedEntry(outbox.get().unsent, id);
      const idOfNew = newId();
      await outbox.apply(mineKept(id, idOfNew));
      if (blocked?.status.kind === 'conflict' && blocked.status.theirs === null) changes.replace(id, idOfNew);
      await outbox.send();
    },
    async keepTheirs(id) {
      const blocked = blockedEntry(outbox.get().unsent, id);
      await outbox.apply(discarded(id));
      if (blocked?.status.kind !== 'conflict') return;
      if (blocked.status.theirs === null) changes.drop(id);
      else changes.save(blocked.status.theirs);
    },
    async sendAgain(id) {
      await outbox.apply(sentAgain(id));
      await outbox.send();
    },
    async discard(id) {
      const first = outbox.get().unsent.find(({ link }) => link.id === id);
      await outbox.apply(discarded(id));
      if (first?.kind === 'create') changes.drop(id);
      await outbox.send();
    },
  };
}

/** Changes the fields of a link whose entry needs a decision. A refused entry is sent again. */
async function changeBlocked(
  outbox: Outbox,
  { link, status }: OutboxEntry,
  fields: LinkFields,
): Promise<SaveOutcome> {
  const isRefused = status.kind === 'refused';
  await outbox.apply(isRefused ? sentAgain(link.id, fields) : reworded(link.id, fields));
  if (isRefused) await outbox.send();
  return outcomeLeft({ ...link, ...fields }, blockedEntry(outbox.get().unsent, link.id) ?? undefined);
}
