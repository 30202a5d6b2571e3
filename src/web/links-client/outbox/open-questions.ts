import type { Link, LinkFields } from '#core/links/link.ts';
import { newId } from '#web/lib/new-id.ts';

import type { Outbox } from './outbox.ts';
import { discarded, firstEntry, mineKept, reworded, sentAgain } from './unsaved-decisions.ts';
import { blockedEntry } from './outbox-edits.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { outcomeLeft } from './save-outcome.ts';
import type { SaveOutcome } from './save-outcome.ts';

/** What the user can say to a change that the server did not take. */
export type QuestionAnswers = {
  /** Of two versions of a link, saves the user's; as a new link where the other one is deleted. */
  keepMine(id: string): Promise<void>;
  /** Of two versions of a link, takes the one that was saved elsewhere. */
  keepTheirs(id: string): Promise<void>;
  /** Sends once more what the server has refused. */
  sendAgain(id: string, fields?: LinkFields): Promise<void>;
  /** Gives up what the server has refused, or fails to save. */
  discard(id: string): Promise<void>;
};

export type QuestionsHost = {
  readonly outbox: Outbox;
  readonly onSaved: (link: Link) => void;
  readonly onGone: (id: string) => void;
  /** A link goes on under another id. */
  readonly onRenewed: (id: string, newId: string) => void;
};

/** Changes that the server did not take: the user is asked about them, and nothing is dropped unasked. */
export function createOpenQuestions({ outbox, ...host }: QuestionsHost) {
  /** A link that the user was asked about is changed by what it was asked about. */
  async function change(asked: OutboxEntry, fields: LinkFields): Promise<SaveOutcome> {
    const { link, standing } = asked;
    const isRefused = standing.kind === 'refused';
    await outbox.edit((isRefused ? sentAgain : reworded)(link.id, fields));
    if (isRefused) await outbox.send();
    return outcomeLeft({ ...link, ...fields }, blockedEntry(outbox.entries(), link.id) ?? undefined);
  }

  const answers: QuestionAnswers = {
    async keepMine(id) {
      const asked = blockedEntry(outbox.entries(), id);
      const idOfNew = newId();
      await outbox.edit(mineKept(id, idOfNew));
      if (asked?.standing.kind === 'conflict' && asked.standing.theirs === null) host.onRenewed(id, idOfNew);
      await outbox.send();
    },
    async keepTheirs(id) {
      const asked = blockedEntry(outbox.entries(), id);
      await outbox.edit(discarded(id));
      if (asked?.standing.kind !== 'conflict') return;
      if (asked.standing.theirs === null) host.onGone(id);
      else host.onSaved(asked.standing.theirs);
    },
    async sendAgain(id, fields) {
      await outbox.edit(sentAgain(id, fields));
      await outbox.send();
    },
    async discard(id) {
      const first = firstEntry(outbox.entries(), id);
      await outbox.edit(discarded(id));
      if (first?.kind === 'create') host.onGone(id);
      await outbox.send();
    },
  };

  return { change, answers };
}
