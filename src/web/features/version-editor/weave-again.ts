import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { canPlace } from './edit-history.ts';
import type { EditedVersions } from './edited-versions.ts';
import { messageOfWovenLinks, readableText } from './editor-messages.ts';
import { linksIn, nearestFree, otherWordings } from './wordings.ts';

type AgainRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly only: { readonly version: VersionName; readonly avoid: readonly string[] };
};

/** Requests that links are woven again into one version. The answer's edits of that version are the new ones. */
export type RequestAgain = (request: AgainRequest, signal: AbortSignal) => Promise<FinishedGeneration>;

/** The edit that is woven again, or that could not be. */
type AgainState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'busy'; readonly original: ShownVersion; readonly id: string }
  | {
      readonly phase: 'failed';
      readonly original: ShownVersion;
      readonly id: string;
      readonly reason: string;
    };

export type AgainController = {
  readonly state: ReadonlyStore<AgainState>;
  /** Does nothing while another edit is woven again. Never throws. Returns whether there is a new wording. */
  start(original: ShownVersion, id: string): Promise<boolean>;
  stop(): void;
};

type AgainParts = {
  readonly versions: EditedVersions;
  readonly requestAgain: RequestAgain;
  /** Returns the message for the user. */
  readonly messageOf: (failure: unknown) => string;
};

const idle: AgainState = { phase: 'idle' };
/** The largest number of known wordings in a request: with these the model already has to write something else. */
const mostAvoided = 8;

export const againMessages = {
  none: 'No other wording came back. The one that is here stays.',
  taken: 'The new wording would change a sentence that is changed already. The one that is here stays.',
  gone: 'This link was taken out in the meantime.',
} as const;

export function createAgainController({ versions, requestAgain, messageOf }: AgainParts): AgainController {
  const state = createStore(idle);
  let call = new AbortController();

  function fail(original: ShownVersion, id: string, reason: string): false {
    state.set({ phase: 'failed', original, id, reason });
    announce(`Not woven again: ${reason}`);
    return false;
  }

  return {
    state,
    async start(original, id) {
      const edit = versions.edit(original, id);
      if (state.get().phase === 'busy' || edit === null) return false;
      const { signal } = (call = new AbortController());
      state.set({ phase: 'busy', original, id });
      announce('Weaving again');
      try {
        const answer = await requestAgain(requestFor(versions, original, edit), signal);
        if (signal.aborted) return false;
        const reason = applyAnswer(versions, original, id, answer);
        if (reason !== null) return fail(original, id, reason);
        state.set(idle);
        announce(`Woven again. ${messageOfWovenLinks(versions.of(original).get().shown.report)}.`);
        return true;
      } catch (failure) {
        return signal.aborted ? false : fail(original, id, messageOf(failure));
      }
    },
    stop() {
      call.abort();
      state.set(idle);
    },
  };
}

function requestFor(versions: EditedVersions, original: ShownVersion, edit: Edit): AgainRequest {
  const { generation, version } = original;
  const { again } = versions.of(original).get();
  const known = [edit, ...otherWordings(edit, generation, version, again).map((wording) => wording.edit)];
  const avoid = known.slice(0, mostAvoided).map((one) => readableText(one, generation));
  return { content: generation.text, linkIds: linksIn(edit, generation), only: { version, avoid } };
}

/** Replaces the old wording by the new one. Returns a message if that is not possible, else null. */
function applyAnswer(
  versions: EditedVersions,
  original: ShownVersion,
  id: string,
  answer: FinishedGeneration,
): string | null {
  const { generation, version } = original;
  const { history } = versions.of(original).get();
  const edit = versions.edit(original, id);
  if (edit === null) return againMessages.gone;
  const fresh = answer.edits[version].filter((one) => linksIn(one, generation).length > 0);
  const linkIds = (edits: readonly Edit[]) =>
    edits
      .flatMap((one) => linksIn(one, generation))
      .toSorted()
      .join(' ');
  if (linkIds(fresh) !== linkIds([edit])) return againMessages.none;
  const others = history.now.edits.filter((other) => other !== edit);
  const passages = versions.passages(generation);
  const to = withFreeIds(fresh, id, others).flatMap((one) => {
    if (canPlace(history, others, one)) return [one];
    return passages.isAddition(one) ? (nearestFree(one, others, history, passages) ?? []) : [];
  });
  if (to.length < fresh.length) return againMessages.taken;
  if (!versions.act(original, { type: 'edit-change', edit, to })) return againMessages.none;
  for (const one of to) versions.remember(original, one);
  return null;
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
