import { fieldsOf, hasSameFields, type Link, type LinkFields } from '#core/links/link.ts';
import { inTime } from '#web/api/send.ts';
import { newId } from '#web/lib/new-id.ts';
import {
  blockedEntry,
  formTimeout,
  isBlockedFor,
  lastWanted,
  outcomeLeft,
  removed,
  unsavedVersion,
  waiting,
  type Revision,
  type OutboxEntry,
  type SaveOutcome,
} from '#web/links-client/outbox/entries.ts';
import type { Outbox } from '#web/links-client/outbox/outbox.ts';

import type { LinksController } from './links-controller.ts';

type SavingHost = LinksController['saving'];
export type SavingOwner = Pick<LinksController, 'saving'>;
export type LinkSaving = ReturnType<typeof createLinkSaving>;

/** Saves links without losing a change. */
export function createLinkSaving({ saving: host }: SavingOwner) {
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
    /** Saves a new link. Repeated calls with the same id save it once. */
    add(fields: LinkFields, id = newId()): Promise<SaveOutcome> {
      const createdAt = new Date().toISOString();
      return save('create', { ...fields, id, createdAt, updatedAt: unsavedVersion }, null);
    },
    /** @param link The version that the user has seen. */
    async change(link: Link, fields: LinkFields): Promise<SaveOutcome> {
      const asked = blockedEntry(outbox.get().unsent, link.id);
      if (asked !== null && asked.kind !== 'delete') return changeBlocked(outbox, asked, fields);
      // A version with other fields, from another tab, is not overwritten: the server answers with it.
      const latest = host.latest(link);
      const wanted = { ...(hasSameFields(latest, link) ? latest : link), ...fields };
      // The user changes the link, so it is not to be deleted any more.
      if (asked !== null) await outbox.apply(removed(asked)).catch(host.onFail);
      return save('update', wanted, link);
    },
  };
}

/** The decisions of the user about a change that the server did not take. */
function createDecisions({ outbox, changes }: Pick<SavingHost, 'outbox' | 'changes'>) {
  return {
    /** Saves the user's version. If the link was deleted elsewhere, saves it as a new link. */
    async keepMine(id: string) {
      const asked = blockedEntry(outbox.get().unsent, id);
      const idOfNew = newId();
      await outbox.apply(mineKept(id, idOfNew));
      if (asked?.standing.kind === 'conflict' && asked.standing.theirs === null) changes.replace(id, idOfNew);
      await outbox.send();
    },
    async keepTheirs(id: string) {
      const asked = blockedEntry(outbox.get().unsent, id);
      await outbox.apply(discarded(id));
      if (asked?.standing.kind !== 'conflict') return;
      if (asked.standing.theirs === null) changes.drop(id);
      else changes.save(asked.standing.theirs);
    },
    async sendAgain(id: string) {
      await outbox.apply(sentAgain(id));
      await outbox.send();
    },
    /** Gives up a change that the server has refused or fails to save. */
    async discard(id: string) {
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
  { link, standing }: OutboxEntry,
  fields: LinkFields,
): Promise<SaveOutcome> {
  const isRefused = standing.kind === 'refused';
  await outbox.apply(isRefused ? sentAgain(link.id, fields) : reworded(link.id, fields));
  if (isRefused) await outbox.send();
  return outcomeLeft({ ...link, ...fields }, blockedEntry(outbox.get().unsent, link.id) ?? undefined);
}

/** Sets the fields of a link that needs a decision. Its status stays, and later updates are merged into it. */
export function reworded(linkId: string, fields: LinkFields): Revision {
  return (entries) => {
    const asked = blockedEntry(entries, linkId);
    if (asked === null) return entries;
    return entries
      .filter((entry) => entry.id === asked.id || entry.kind !== 'update' || entry.link.id !== linkId)
      .map((entry) => (entry.id === asked.id ? { ...entry, link: { ...entry.link, ...fields } } : entry));
  };
}

/** Marks a link's refused change to be sent again, with these fields if they are given. */
export function sentAgain(linkId: string, fields?: LinkFields): Revision {
  return (entries) => {
    const next = fields === undefined ? entries : reworded(linkId, fields)(entries);
    return next.map((entry) => (isBlockedFor(entry, linkId) ? { ...entry, standing: waiting } : entry));
  };
}

/** Lets the user's version or deletion win. A link that was deleted elsewhere gets the id `idOfNew`. */
export function mineKept(linkId: string, idOfNew: string): Revision {
  return (entries) => {
    const last = lastWanted(entries, linkId);
    return entries.flatMap((entry) => {
      if (entry.link.id !== linkId) return [entry];
      if (entry.standing.kind !== 'conflict') return entry.kind === 'delete' ? [entry] : [];
      const { theirs } = entry.standing;
      if (entry.kind === 'delete') {
        const version = theirs ?? entry.link;
        return [{ ...entry, link: { ...entry.link, updatedAt: version.updatedAt }, standing: waiting }];
      }
      if (last === null) return [];
      const link = { ...entry.link, ...fieldsOf(last) };
      if (theirs === null)
        return [{ ...entry, kind: 'create', link: { ...link, id: idOfNew }, standing: waiting }];
      return [{ ...entry, link: { ...link, updatedAt: theirs.updatedAt }, standing: waiting }];
    });
  };
}

/** Removes the user's unsent changes of a link. A deletion that follows an update stays. */
export function discarded(linkId: string): Revision {
  return (entries) => {
    const isEdited = entries.find(({ link }) => link.id === linkId)?.kind === 'update';
    return entries.filter(({ link, kind }) => link.id !== linkId || (kind === 'delete' && isEdited));
  };
}
