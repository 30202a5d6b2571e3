import type { Link, LinkFields } from '#core/links/link.ts';
import { inTime } from '#web/api/in-time.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { newId } from '#web/lib/new-id.ts';

import { createOpenQuestions } from '#web/links-client/outbox/open-questions.ts';
import type { QuestionAnswers, QuestionsHost } from '#web/links-client/outbox/open-questions.ts';
import { formPatience } from '#web/links-client/outbox/outbox.ts';
import { blockedEntry, removed } from '#web/links-client/outbox/outbox-edits.ts';
import type { OutboxEntry } from '#web/links-client/outbox/outbox-entry.ts';
import type { SaveOutcome } from '#web/links-client/outbox/save-outcome.ts';

/** Saving links so that nothing is lost on the way. */
export type LinkSaving = QuestionAnswers & {
  /** With the id of an earlier try at the same link, it is saved once. */
  add(fields: LinkFields, id?: string): Promise<SaveOutcome>;
  change(link: Link, fields: LinkFields): Promise<SaveOutcome>;
};

export type SavingHost = QuestionsHost & {
  readonly api: LinksApi;
  /** Runs one task at a time over all tabs. The signal ends what comes before it. */
  readonly alone: (task: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** Whether changes can be written down before they are sent. */
  readonly canKeep: () => Promise<boolean>;
  /** A change could not be written down, although they can be. */
  readonly onFull: (failure: unknown) => void;
  /** Something was saved without being written down; nobody has heard of it yet. */
  readonly afterSave: () => Promise<void>;
  /** Something was sent that other tabs cannot know of. */
  readonly onChange: () => void;
  /** The link as a change that was made here has left it, if that is newer. */
  readonly latest: (link: Link) => Link;
};

export function createLinkSaving(host: SavingHost): LinkSaving {
  const { api, outbox } = host;
  const questions = createOpenQuestions(host);

  /** Writes down first and sends then; sends at once where nothing can be written down. */
  async function keepOrSend<T>(keepIt: () => Promise<T>, sendIt: () => Promise<T>): Promise<T> {
    if (!(await host.canKeep())) return sendIt();
    try {
      return await keepIt();
    } catch (failure) {
      host.onFull(failure);
      return sendIt();
    }
  }

  function save(
    entry: Pick<OutboxEntry, 'kind' | 'link'>,
    send: (signal: AbortSignal) => Promise<Link>,
  ): Promise<SaveOutcome> {
    return keepOrSend(
      () => outbox.addAndWait({ ...entry, id: newId() }),
      () => sendNow(send),
    );
  }

  /** A turn that comes when the form waits no more sends nothing: its signal is aborted. */
  async function sendNow(send: (signal: AbortSignal) => Promise<Link>): Promise<SaveOutcome> {
    const done: { link?: Link } = {};
    async function sendIt(signal: AbortSignal): Promise<void> {
      done.link = await send(signal);
      await host.afterSave();
    }
    const inTurn = (signal: AbortSignal) => host.alone(() => sendIt(signal), signal);
    const failure = await inTime(formPatience, inTurn).catch((thrown: unknown) => thrown);
    const { link } = done;
    if (link === undefined) return { kind: 'failed', failure };
    host.onSaved(link);
    host.onChange();
    return { kind: 'saved', link };
  }

  return {
    ...questions.answers,
    add(fields, id = newId()) {
      const now = new Date().toISOString();
      const link = { ...fields, id, createdAt: now, updatedAt: now };
      return save({ kind: 'create', link }, (signal) => api.create({ ...fields, id }, signal));
    },
    async change(link, fields) {
      const asked = blockedEntry(outbox.entries(), link.id);
      if (asked !== null && asked.kind !== 'delete') return questions.change(asked, fields);
      const wanted = { ...host.latest(link), ...fields };
      // Whoever changes the link does not want it deleted any more.
      if (asked !== null) await outbox.edit(removed(asked)).catch(host.onFull);
      return save({ kind: 'update', link: wanted }, (signal) => api.update(link.id, fields, signal));
    },
  };
}
