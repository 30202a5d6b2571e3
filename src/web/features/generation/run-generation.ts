import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { apiError } from '#web/api/send.ts';
import { type VersionEvent, createGenerationsApi, type Generate } from '#web/api/generations-api.ts';
import type { Writer } from '#web/api/writer.ts';
import type { Store } from '#web/lib/store.ts';
import { loadOnce } from '#web/lib/tasks.ts';

import type { PreparedOrder, RunOptions } from './generation-controller.ts';
import { liveText } from './live-text.ts';
import { withCompleteVersions } from './partial-generation.ts';

/**
 * Runs one generation. Shows the arriving text in `live`, and reports the other events. A failure carries the versions
 * that had arrived completely.
 */
export async function runGeneration(
  generate: Generate,
  order: PreparedOrder,
  { signal, onEvent }: RunOptions,
  live = liveText,
): Promise<FinishedGeneration> {
  const { content, linkIds, knownLinks } = order;
  const urls = knownLinks.map(({ url }) => url);
  const text = live.begin(content, urls);
  const onVersionEvent = (event: VersionEvent) => {
    text.take(event);
    if (event.type !== 'version-edit') onEvent(event);
  };
  try {
    return await generate({ content, linkIds }, { signal, onEvent: onVersionEvent });
  } catch (failure) {
    throw withCompleteVersions(failure, order, text.complete());
  } finally {
    text.end();
  }
}

/**
 * What the requests of a page share: the proofs of work, and what is known of stopped calls. Call it once.
 * @param awaitedProofs Counts the requests that wait for a proof.
 */
export function createRequests(needsProof: boolean, awaitedProofs: Store<number>) {
  const loadProofs = loadOnce(async () => (await import('#web/proof-of-work/proofs.ts')).openProofs());
  const requestFrom = createGenerationsApi();

  async function takeProof(signal: AbortSignal): Promise<string> {
    const proofs = await orNetworkFailure(loadProofs());
    awaitedProofs.set(awaitedProofs.get() + 1);
    return proofs.take(signal).finally(() => awaitedProofs.set(awaitedProofs.get() - 1));
  }

  return {
    /** Returns the function that requests a generation of this writer. Loads the code for an own key only if needed. */
    async generateBy(writer: Writer): Promise<Generate> {
      if (writer.kind === 'built-in') return requestFrom(writer.kind);
      if (writer.kind === 'server')
        return requestFrom(writer.kind, { isRequired: needsProof, take: takeProof });
      const { createOwnGenerate } = await orNetworkFailure(import('#web/api/own-generation.ts'));
      return createOwnGenerate(writer);
    },
    /** Starts the proof of work early, so that the user does not wait for it later. */
    prepareProof() {
      if (needsProof)
        loadProofs().then(
          (proofs) => proofs.prepare(),
          () => {},
        );
    },
  };
}

function orNetworkFailure<T>(loading: Promise<T>): Promise<T> {
  return loading.catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
}
