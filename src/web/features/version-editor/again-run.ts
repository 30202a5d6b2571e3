import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { linksIn } from './edit-links.ts';
import type { WeaveDesk } from './weave-desk.ts';
import { mayStand } from './weave-state.ts';
import { readingOf, wovenWords } from './weave-messages.ts';
import { nearest, otherWordings } from './wordings.ts';

type AgainOrder = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly only: { readonly version: VersionName; readonly avoid: readonly string[] };
};

/** Has links woven again into one version; the answer's edits of that version are the new ones. */
export type WeaveAgain = (order: AgainOrder, signal: AbortSignal) => Promise<FinishedGeneration>;

/** Which edit is woven again, or was in vain. */
type AgainState =
  | { readonly phase: 'rest' }
  | {
      readonly phase: 'busy';
      readonly written: ShownVersion;
      readonly id: string;
    }
  | {
      readonly phase: 'failed';
      readonly written: ShownVersion;
      readonly id: string;
      readonly reason: string;
    };

export type AgainRun = {
  state(): AgainState;
  /** One at a time: ignored while another runs. Never throws. True where there is a new wording. */
  start(written: ShownVersion, id: string): Promise<boolean>;
  stop(): void;
  subscribe(listener: () => void): () => void;
};

type AgainHost = {
  readonly desk: WeaveDesk;
  readonly weaveAgain: WeaveAgain;
  readonly wordsFor: (failure: unknown) => string;
};

const rest: AgainState = { phase: 'rest' };
/** So many wordings to avoid are enough to be asked for something else. */
const mostAvoided = 8;

export const againWords = {
  none: 'No other wording came back. The one that is here stays.',
  taken: 'The new wording would change a sentence that is changed already. The one that is here stays.',
  gone: 'This link was taken out in the meantime.',
} as const;

export function createAgainRun({ desk, weaveAgain, wordsFor }: AgainHost): AgainRun {
  const listeners = new Set<() => void>();
  let state = rest;
  let call = new AbortController();

  function show(next: AgainState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function fail(written: ShownVersion, id: string, reason: string): false {
    show({ phase: 'failed', written, id, reason });
    announce(`Not woven again: ${reason}`);
    return false;
  }

  return {
    state: () => state,
    async start(written, id) {
      const edit = desk.edit(written, id);
      if (state.phase === 'busy' || edit === null) return false;
      const { signal } = (call = new AbortController());
      show({ phase: 'busy', written, id });
      announce('Weaving again');
      try {
        const generation = await weaveAgain(orderOf(desk, written, edit), signal);
        if (signal.aborted) return false;
        const reason = take(desk, written, id, generation);
        if (reason !== null) return fail(written, id, reason);
        show(rest);
        announce(`Woven again. ${wovenWords(desk.work(written).shown.report)}.`);
        return true;
      } catch (failure) {
        return signal.aborted ? false : fail(written, id, wordsFor(failure));
      }
    },
    stop() {
      call.abort();
      show(rest);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function orderOf(desk: WeaveDesk, written: ShownVersion, edit: Edit): AgainOrder {
  const { generation, version } = written;
  const { again } = desk.work(written);
  const known = [edit, ...otherWordings(edit, generation, version, again).map((wording) => wording.edit)];
  const avoid = known.slice(0, mostAvoided).map((one) => readingOf(one, generation));
  return { content: generation.text, linkIds: linksIn(edit, generation), only: { version, avoid } };
}

/** Puts the new wording in the place of the old one; in words, why it could not. */
function take(desk: WeaveDesk, written: ShownVersion, id: string, answer: FinishedGeneration): string | null {
  const { generation, version } = written;
  const { state } = desk.work(written);
  const edit = desk.edit(written, id);
  if (edit === null) return againWords.gone;
  const fresh = answer.edits[version].filter((one) => linksIn(one, generation).length > 0);
  const linkNames = (edits: readonly Edit[]) =>
    edits
      .flatMap((one) => linksIn(one, generation))
      .toSorted()
      .join(' ');
  if (linkNames(fresh) !== linkNames([edit])) return againWords.none;
  const others = state.now.edits.filter((other) => other !== edit);
  const passages = desk.passages(generation);
  const to = renamed(fresh, id, others).flatMap((one) => {
    if (mayStand(state, others, one)) return [one];
    return passages.isAddition(one) ? (nearest(one, others, state, passages) ?? []) : [];
  });
  if (to.length < fresh.length) return againWords.taken;
  if (!desk.act(written, { type: 'edit-change', edit, to })) return againWords.none;
  for (const one of to) desk.remember(written, one);
  return null;
}

/** The edits under ids that none of the others has; the first has the given one. */
function renamed(fresh: readonly Edit[], id: string, others: readonly Edit[]): Edit[] {
  const taken = new Set(others.map((other) => other.id));
  return fresh.map((edit, index) => {
    let own = index === 0 ? id : `${id}+${index}`;
    while (taken.has(own)) own += '+';
    taken.add(own);
    return { ...edit, id: own };
  });
}
