import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Generate, GenerationRequest, Writer } from '#web/api/generations-api.ts';
import { messageOf } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { createStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { versionLabels } from '#web/version-view/shown-version.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';

import type { EditedVersion } from './edited-version.ts';
import { linksIn, messageOfWovenLinks, readableText, textInPlace, withoutMarkup } from './edit-words.ts';

/** Another wording of an edit: from a version, or from weaving a link again. */
type Wording = {
  readonly from: VersionName | 'again';
  readonly edit: Edit;
  /** Its text as a reader needs it, in link markup. */
  readonly words: string;
};

const wordingNames = { ...versionLabels, again: 'Woven again' } as const;

const chosenMessages = {
  safe: 'Safe wording',
  exploratory: 'Exploratory wording',
  experimental: 'Experimental wording',
  again: 'Woven again wording',
} as const satisfies Record<Wording['from'], EnglishText>;

type WordingListProps = {
  readonly version: EditedVersion;
  readonly edit: Edit;
  readonly onChoose: (to: Edit, message: string) => void;
};

/** Lists the other wordings of a link. If a wording is not possible here, the list says why. */
export function WordingList({ version, edit, onChoose }: WordingListProps) {
  const wordings = otherWordings(edit, version);
  if (wordings.length === 0)
    return (
      <span className="weave-none">{t('There is no other wording yet. Weave again asks for one.')}</span>
    );
  return (
    <span className="weave-wordings" role="group" aria-label={t('Other wordings')}>
      {wordings.map((wording) => {
        const to = replacementFor(edit, wording.edit, version);
        const isOriginal = wording.from === version.original.version;
        return (
          <button
            key={wording.words}
            type="button"
            className="weave-wording"
            aria-disabled={to === null || undefined}
            onClick={() => to !== null && onChoose(to, t(chosenMessages[wording.from]))}
          >
            <b>{t(isOriginal ? 'As it was written' : wordingNames[wording.from])}</b>
            <span>{withoutMarkup(wording.words, version.original.generation)}</span>
            {to === null ? <em>{reasonAgainst(wording, version)}</em> : null}
          </button>
        );
      })}
    </span>
  );
}

function reasonAgainst({ edit }: Wording, version: EditedVersion): string {
  const { content, urls, isSafe } = version.get().history;
  if (isSafe && !keepsWords(content, edit, urls)) return t('It changes a sentence of yours: not in Safe.');
  return t('Another change stands where it belongs.');
}

/** Returns the other wordings with the same links, each once. Those of the edit's own version come first. */
export function otherWordings(edit: Edit, edited: EditedVersion): Wording[] {
  const { generation, version } = edited.original;
  const links = linksOf([edit], generation);
  if (links === '') return [];
  const names = [version, ...versionNames.filter((name) => name !== version)];
  const known = [
    ...names.flatMap((from) => generation.edits[from].map((other) => ({ from, edit: other }))),
    ...edited.get().again.map((other) => ({ from: 'again' as const, edit: other })),
  ];
  const { isAddition } = edited.passages();
  const wordsOf = (one: Edit) => textInPlace(generation.text, one, isAddition);
  const seen = new Set([wordsOf(edit)]);
  return known.flatMap((wording) => {
    const words = wordsOf(wording.edit);
    if (seen.has(words) || linksOf([wording.edit], generation) !== links) return [];
    seen.add(words);
    return [{ ...wording, words }];
  });
}

/** Returns the ids of the links in edits. The order of the edits does not matter. */
function linksOf(edits: readonly Edit[], generation: FinishedGeneration): string {
  return edits
    .flatMap((edit) => linksIn(edit, generation))
    .toSorted()
    .join(' ');
}

/**
 * Returns the edit that replaces `edit` by another wording. An added sentence takes the place of the edit. But if
 * `edit` had replaced a sentence of the author, that sentence comes back, and the addition goes to its own place. A
 * wording that replaces a sentence of the author can only be at that sentence. Returns null if no place is free, or if
 * the version may not replace words.
 */
export function replacementFor(edit: Edit, wording: Edit, version: EditedVersion): Edit | null {
  const passages = version.passages();
  const others = version.get().history.now.edits.filter((other) => other !== edit);
  const named = { ...wording, id: edit.id };
  if (!passages.isAddition(named)) return version.canPlace(named, others) ? named : null;
  const there = passages.isAddition(edit) ? passages.inPlaceOf(edit, named) : null;
  return there ?? nearestFree(named, others, version);
}

/** Returns the addition at its own place, or else at the nearest free passage; null if none is free. */
export function nearestFree(edit: Edit, others: readonly Edit[], version: EditedVersion): Edit | null {
  if (version.canPlace(edit, others)) return edit;
  const distance = (offset: number) => Math.abs(offset - edit.start);
  const [first] = version
    .freePassages(edit, others)
    .toSorted((a, b) => distance(a.offset) - distance(b.offset));
  return first === undefined ? null : version.passages().putAt(edit, first);
}

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

type Woven = { readonly version: EditedVersion; readonly id: string };

/** The edit whose links are being woven again, or the failure of the last try. */
export type AgainState =
  | { readonly phase: 'idle' }
  | (Woven & { readonly phase: 'busy' })
  | (Woven & { readonly phase: 'failed'; readonly message: string });

const idle: AgainState = { phase: 'idle' };
/** The largest number of known wordings in a request. More are not needed to get another wording. */
const mostAvoided = 8;

export const againMessages = {
  none: 'No other wording came back. The one that is here stays.',
  taken: 'The new wording would change a sentence that is changed already. The one that is here stays.',
  gone: 'This link was taken out in the meantime.',
  changed: 'This link was changed since. Generate again to use it as it is saved.',
  deleted: 'This link was deleted. Only a saved link can be woven again.',
} as const satisfies Record<string, EnglishText>;

export type AgainController = ReturnType<typeof createAgainController>;

export function createAgainController(
  generate: Generate,
  { saveAndChoose, lookUp, allowance }: WriterChoice,
) {
  const state = createStore(idle);
  let ending = new AbortController();

  /** Sends the request and returns the answer. The edits of the version in the answer are the new ones. */
  async function request(version: EditedVersion, edit: Edit, signal: AbortSignal) {
    const order = requestFor(version, edit);
    const writer = await saveAndChoose(order.linkIds);
    const { found, gone } = await lookUp(order.linkIds);
    if (gone.length > 0) throw new Error(againMessages.deleted);
    // The answer would have the new URL, which this version does not know.
    const { links } = version.original.generation;
    if (found.some(({ id, url }) => links.some((link) => link.id === id && link.url !== url)))
      throw new Error(againMessages.changed);
    try {
      return await generate(writer, order, { signal, onEvent: () => {} });
    } finally {
      if (writer.kind === 'server') void allowance.refresh();
    }
  }

  return {
    state,
    /** Returns the state if it is about this edit. */
    of(version: EditedVersion, id: string): AgainState {
      const now = state.get();
      return now.phase !== 'idle' && now.version === version && now.id === id ? now : idle;
    },
    /** Does nothing while another edit is woven again. Never throws. */
    async start(version: EditedVersion, id: string): Promise<void> {
      const edit = version.edit(id);
      if (state.get().phase === 'busy' || edit === null) return;
      const { signal } = (ending = new AbortController());
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
        const message = t('Not woven again: {reason}', { reason: translated(messageOf(failure)) });
        state.set({ phase: 'failed', version, id, message });
        announce(message);
      }
    },
    stop(): void {
      ending.abort();
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
  if (linksOf(fresh, generation) !== linksOf([edit], generation)) throw new Error(againMessages.none);
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
