import type { Edit } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Generate, GenerationRequest, Writer } from '#web/api/generations-api.ts';
import { messageOf } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { EditHistory } from './edit-history.ts';
import type { EditedVersion } from './edited-version.ts';
import { bareText, isOwnParagraph, linksIn, messageOfWovenLinks, readableText } from './edit-words.ts';

export type WriterChoice = {
  /** Saves the links that are not saved yet. Returns the writer that would write a generation now. */
  readonly saveAndChoose: (linkIds: readonly string[]) => Promise<Writer>;
  /** Finds the links as they are now. `gone` has the ids of those that were deleted. */
  readonly lookUp: (linkIds: readonly string[]) => Promise<{
    readonly found: readonly { readonly id: string; readonly url: string }[];
    readonly gone: readonly string[];
  }>;
  readonly allowance: { readonly refresh: () => Promise<void> };
};

type RewordedEdit = { readonly version: EditedVersion; readonly id: string };

/** The edit that is being reworded, or the failure of the last try. */
export type RewordState =
  | { readonly phase: 'idle' }
  | (RewordedEdit & { readonly phase: 'busy' })
  | (RewordedEdit & { readonly phase: 'failed'; readonly message: string });

/** Asks the writer for another wording of an edit, one edit at a time over all versions. */
export type RewordController = {
  readonly state: ReadonlyStore<RewordState>;
  /** Returns the state if it is about this edit. */
  of(version: EditedVersion, id: string): RewordState;
  /** Does nothing while another edit is reworded. Never throws. */
  start(version: EditedVersion, id: string): Promise<void>;
  /** Ends the call, or dismisses the failure. */
  stop(): void;
};

const idle: RewordState = { phase: 'idle' };
/** The largest number of earlier wordings in a request. More are not needed to get another wording. */
const mostAvoided = 8;

const failures = {
  same: 'No other wording came back. The one that is here stays.',
  overlap: 'The new wording would change a sentence that is changed already. The one that is here stays.',
  gone: 'This link was taken out in the meantime.',
  changed: 'This link was changed since. Generate again to use it as it is saved.',
  deleted: 'This link was deleted. Only a saved link can be reworded.',
} as const satisfies Record<string, EnglishText>;

export function createRewordController(
  generate: Generate,
  { saveAndChoose, lookUp, allowance }: WriterChoice,
): RewordController {
  const state = createStore(idle);
  let ending = new AbortController();

  /** Sends the request and returns the answer. The edits of the version in the answer are the new ones. */
  async function request(version: EditedVersion, edit: Edit, signal: AbortSignal) {
    const order = requestFor(version, edit);
    const writer = await saveAndChoose(order.linkIds);
    const { found, gone } = await lookUp(order.linkIds);
    if (gone.length > 0) throw new Error(failures.deleted);
    // The answer would have the new URL, which this version does not know.
    const { links } = version.original.generation;
    if (found.some(({ id, url }) => links.some((link) => link.id === id && link.url !== url)))
      throw new Error(failures.changed);
    try {
      return await generate(writer, order, { signal, onEvent: () => {} });
    } finally {
      if (writer.kind === 'server') void allowance.refresh();
    }
  }

  return {
    state,
    of(version, id) {
      const now = state.get();
      return now.phase !== 'idle' && now.version === version && now.id === id ? now : idle;
    },
    async start(version, id) {
      const edit = version.edit(id);
      if (state.get().phase === 'busy' || edit === null) return;
      const { signal } = (ending = new AbortController());
      state.set({ phase: 'busy', version, id });
      announce(t('Rewording'));
      try {
        const answer = await request(version, edit, signal);
        if (signal.aborted) return;
        applyAnswer(version, id, answer);
        state.set(idle);
        announce(`${t('Reworded')}. ${messageOfWovenLinks(version.get().shown.report)}.`);
      } catch (failure) {
        if (signal.aborted) return;
        const message = t('Not reworded: {reason}', { reason: translated(messageOf(failure)) });
        state.set({ phase: 'failed', version, id, message });
        announce(message);
      }
    },
    stop() {
      ending.abort();
      state.set(idle);
    },
  };
}

/** Asks for the links of the edit alone, in other words than those that it has or had. */
function requestFor(edited: EditedVersion, edit: Edit): GenerationRequest {
  const { generation, version } = edited.original;
  const { now, past, future } = edited.get().history;
  const links = linksOf([edit], generation);
  const wordings = [now, ...past.toReversed(), ...future]
    .flatMap(({ edits }) =>
      edits.filter((one) => one.relink === undefined && linksOf([one], generation) === links),
    )
    .map((one) => readableText(one, generation));
  const avoid = [...new Set(wordings)].slice(0, mostAvoided);
  const { text: content, instructions } = generation;
  return { content, linkIds: linksIn(edit, generation), instructions, only: { version, avoid } };
}

/** Returns the ids of the links in edits. The order of the edits does not matter. */
function linksOf(edits: readonly Edit[], generation: FinishedGeneration): string {
  return edits
    .flatMap((edit) => linksIn(edit, generation))
    .toSorted()
    .join(' ');
}

/** Replaces the old wording by the new one. Throws an error with a message for the user if that is not possible. */
function applyAnswer(edited: EditedVersion, id: string, answer: FinishedGeneration): void {
  const { generation, version } = edited.original;
  const edit = edited.edit(id);
  if (edit === null) throw new Error(failures.gone);
  const fresh = answer.edits[version].filter((one) => linksIn(one, generation).length > 0);
  if (linksOf(fresh, generation) !== linksOf([edit], generation)) throw new Error(failures.same);
  const { history } = edited.get();
  const others = history.now.edits.filter((other) => other !== edit);
  const isMoved = wasMoved(history, id);
  const to = withFreeIds(fresh, id, others).flatMap(
    (one) => (isMoved ? inPlaceOf(edit, one, edited) : null) ?? edited.place(one, edit) ?? [],
  );
  if (to.length < fresh.length) throw new Error(failures.overlap);
  if (!edited.act({ type: 'edit-change', edit, to })) throw new Error(failures.same);
}

/** Returns whether the user has moved the edit: the same words stood at another place one step before. */
function wasMoved({ past, now }: EditHistory, id: string): boolean {
  const steps = [...past, now].map(({ edits }) => edits.find((edit) => edit.id === id));
  return steps.some((edit, index) => {
    const before = steps[index - 1];
    if (edit === undefined || before === undefined || edit.start === before.start) return false;
    return bareText(edit.text) === bareText(before.text);
  });
}

/** Returns a new sentence at the passage of the old one. Null: it cannot stand there. */
function inPlaceOf(edit: Edit, fresh: Edit, edited: EditedVersion): Edit | null {
  const ownParagraph = isOwnParagraph(edit);
  const passage = edited
    .freePassages(fresh, edit)
    .find((one) => one.offset === edit.start && one.ownParagraph === ownParagraph);
  return passage === undefined ? null : edited.passages().putAt(fresh, passage);
}

/** Gives the first edit the id, and the next ones ids that no other edit has. */
function withFreeIds(fresh: readonly Edit[], id: string, others: readonly Edit[]): Edit[] {
  const used = new Set(others.map((other) => other.id));
  return fresh.map((edit, index) => {
    let own = index === 0 ? id : `${id}+${index}`;
    while (used.has(own)) own += '+';
    used.add(own);
    return { ...edit, id: own };
  });
}
