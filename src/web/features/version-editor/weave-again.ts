import type { Edit } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Generate, GenerationRequest, Writer } from '#web/api/generation-call.ts';
import { messageOf } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { createStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { EditedVersion } from './edited-version.ts';
import { linksIn, messageOfWovenLinks, readableText } from './edit-words.ts';
import { nearestFree, otherWordings } from './other-wordings.tsx';

export type WriterChoice = {
  /** Returns the writer that would write a generation now. */
  readonly choose: (linkIds: readonly string[]) => Promise<Writer>;
  readonly allowance: { readonly refresh: () => Promise<void> };
};

type Woven = { readonly version: EditedVersion; readonly id: string };

/** The edit that is woven again, or that could not be. */
type AgainState =
  | { readonly phase: 'idle' }
  | (Woven & { readonly phase: 'busy' })
  | (Woven & { readonly phase: 'failed'; readonly reason: string });

const idle: AgainState = { phase: 'idle' };
/** The largest number of known wordings in a request. More are not needed to get another wording. */
const mostAvoided = 8;

export const againMessages = {
  none: 'No other wording came back. The one that is here stays.',
  taken: 'The new wording would change a sentence that is changed already. The one that is here stays.',
  gone: 'This link was taken out in the meantime.',
} as const satisfies Record<string, EnglishText>;

export type AgainController = ReturnType<typeof createAgainController>;

export function createAgainController(generate: Generate, { choose, allowance }: WriterChoice) {
  const state = createStore(idle);
  let call = new AbortController();

  /** Returns the answer. Its edits of the version are the new ones. */
  async function request(version: EditedVersion, edit: Edit, signal: AbortSignal) {
    const order = requestFor(version, edit);
    const writer = await choose(order.linkIds);
    try {
      return await generate(writer, order, { signal, onEvent: () => {} });
    } finally {
      if (writer.kind === 'server') void allowance.refresh();
    }
  }

  return {
    state,
    /** Does nothing while another edit is woven again. Never throws. */
    async start(version: EditedVersion, id: string): Promise<void> {
      const edit = version.edit(id);
      if (state.get().phase === 'busy' || edit === null) return;
      const { signal } = (call = new AbortController());
      state.set({ phase: 'busy', version, id });
      announce(t('Weaving again'));
      try {
        const answer = await request(version, edit, signal);
        if (signal.aborted) return;
        applyAnswer(version, id, answer);
        state.set(idle);
        announce(`${t('Woven again')}. ${messageOfWovenLinks(version.get().shown.report)}.`);
      } catch (failure) {
        if (signal.aborted) return;
        const reason = messageOf(failure);
        state.set({ phase: 'failed', version, id, reason });
        announce(t('Not woven again: {reason}', { reason: translated(reason) }));
      }
    },
    stop(): void {
      call.abort();
      state.set(idle);
    },
  };
}

function requestFor(edited: EditedVersion, edit: Edit): GenerationRequest {
  const { generation, version } = edited.original;
  const known = [edit, ...otherWordings(edit, edited).map((wording) => wording.edit)];
  const avoid = known.slice(0, mostAvoided).map((one) => readableText(one, generation));
  const { text: content, instructions } = generation;
  return { content, linkIds: linksIn(edit, generation), instructions, only: { version, avoid } };
}

/** Replaces the old wording by the new one. Throws an error with a message for the user if that is not possible. */
function applyAnswer(edited: EditedVersion, id: string, answer: FinishedGeneration): void {
  const { generation, version } = edited.original;
  const edit = edited.edit(id);
  if (edit === null) throw new Error(againMessages.gone);
  const fresh = answer.edits[version].filter((one) => linksIn(one, generation).length > 0);
  const linkIds = (edits: readonly Edit[]) =>
    edits
      .flatMap((one) => linksIn(one, generation))
      .toSorted()
      .join(' ');
  if (linkIds(fresh) !== linkIds([edit])) throw new Error(againMessages.none);
  const others = edited.get().history.now.edits.filter((other) => other !== edit);
  const to = withFreeIds(fresh, id, others).flatMap((one) => {
    if (edited.canPlace(one, others)) return [one];
    return edited.passages().isAddition(one) ? (nearestFree(one, others, edited) ?? []) : [];
  });
  if (to.length < fresh.length) throw new Error(againMessages.taken);
  if (!edited.act({ type: 'edit-change', edit, to })) throw new Error(againMessages.none);
  to.forEach(edited.remember);
}

/** Gives the first edit the id, and the next ones ids that no other edit has. */
function withFreeIds(fresh: readonly Edit[], id: string, others: readonly Edit[]): Edit[] {
  const taken = new Set(others.map((other) => other.id));
  return fresh.map((edit, index) => {
    let own = index === 0 ? id : `${id}+${index}`;
    while (taken.has(own)) own += '+';
    taken.add(own);
    return { ...edit, id: own };
  });
}
