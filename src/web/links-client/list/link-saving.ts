import type { Link, LinkFields } from '#core/links/link.ts';
import { inTime } from '#web/api/in-time.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { newId } from '#web/lib/new-id.ts';

import { formTimeout } from '#web/links-client/outbox/outbox.ts';
import { blockedEntry, removed, type NewEntry } from '#web/links-client/outbox/outbox-entry.ts';
import type { SaveOutcome } from '#web/links-client/outbox/send-entry.ts';
import {
  changeBlocked,
  createUnsavedDecisions,
  type DecisionsHost,
  type UnsavedDecisions,
} from '#web/links-client/outbox/unsaved-decisions.ts';

/** Saves links without losing a change. */
export type LinkSaving = UnsavedDecisions & {
  /** Saves a new link. Repeated calls with the same id save it once. */
  add(fields: LinkFields, id?: string): Promise<SaveOutcome>;
  change(link: Link, fields: LinkFields): Promise<SaveOutcome>;
};

export type SavingHost = DecisionsHost & {
  readonly api: LinksApi;
  /** Runs one task at a time over all tabs. The signal aborts what comes before the task. */
  readonly inWorkspace: (task: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** Whether changes can be stored before they are sent. */
  readonly canStore: () => Promise<boolean>;
  /** Runs when a change could not be stored although `canStore` was true. */
  readonly onFail: (failure: unknown) => void;
  /** Runs after a save that was not stored, before the caller gets the result. */
  readonly afterSave: () => Promise<void>;
  /** Tells other tabs to read again. */
  readonly onChange: () => void;
  /** Returns the link as a change that was made here has left it, if that is newer. */
  readonly latest: (link: Link) => Link;
};

export function createLinkSaving(host: SavingHost): LinkSaving {
  const { api, outbox } = host;

  /** Stores the change first and sends it then. If it cannot be stored, it is sent at once. */
  async function save(
    entry: Pick<NewEntry, 'kind' | 'link'>,
    send: (signal: AbortSignal) => Promise<Link>,
  ): Promise<SaveOutcome> {
    if (!(await host.canStore())) return sendNow(send);
    try {
      return await outbox.addAndWait({ ...entry, id: newId() });
    } catch (failure) {
      host.onFail(failure);
      return sendNow(send);
    }
  }

  /** After the form's timeout the signal is aborted, and nothing is sent any more. */
  async function sendNow(send: (signal: AbortSignal) => Promise<Link>): Promise<SaveOutcome> {
    const done: { link?: Link } = {};
    async function sendIt(signal: AbortSignal): Promise<void> {
      done.link = await send(signal);
      await host.afterSave();
    }
    const inTurn = (signal: AbortSignal) => host.inWorkspace(() => sendIt(signal), signal);
    const failure = await inTime(formTimeout, inTurn).catch((thrown: unknown) => thrown);
    const { link } = done;
    if (link === undefined) return { kind: 'failed', failure };
    host.changes.save(link);
    host.onChange();
    return { kind: 'saved', link };
  }

  return {
    ...createUnsavedDecisions(host),
    add(fields, id = newId()) {
      const now = new Date().toISOString();
      const link = { ...fields, id, createdAt: now, updatedAt: now };
      return save({ kind: 'create', link }, (signal) => api.create({ ...fields, id }, signal));
    },
    async change(link, fields) {
      const asked = blockedEntry(outbox.get().unsent, link.id);
      if (asked !== null && asked.kind !== 'delete') return changeBlocked(outbox, asked, fields);
      const wanted = { ...host.latest(link), ...fields };
      // The user changes the link, so it is not to be deleted any more.
      if (asked !== null) await outbox.edit(removed(asked)).catch(host.onFail);
      return save({ kind: 'update', link: wanted }, (signal) => api.update(link.id, fields, signal));
    },
  };
}
