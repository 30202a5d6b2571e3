import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { apiError } from '#web/api/api-error.ts';
import { createGenerationsApi } from '#web/api/generations-api.ts';
import type { Generate } from '#web/api/generations-api.ts';
import type { Writer } from '#web/api/writer.ts';
import { proofWait } from '#web/proof-of-work/proof-wait.ts';

import type { PreparedOrder, RunGeneration } from './generation-controller.ts';
import { liveText } from './live-text.ts';
import type { LiveText } from './live-text.ts';
import { withCompleteVersions } from './partial-generation.ts';

/** Runs one generation by the order's writer. Shows the arriving text, and reports the other events. */
export async function runGeneration(
  order: PreparedOrder,
  options: Parameters<RunGeneration>[1],
  needsProof: boolean,
): Promise<FinishedGeneration> {
  return generateWithLiveText(await generateBy(order.writer, needsProof), liveText)(order, options);
}

/** A failure carries the versions that had arrived completely. */
export function generateWithLiveText(generate: Generate, live: LiveText): RunGeneration {
  return async (order, { signal, onEvent }) => {
    const { content, linkIds, knownLinks } = order;
    const text = live.begin(
      content,
      knownLinks.map(({ url }) => url),
    );
    try {
      return await generate(
        { content, linkIds },
        {
          signal,
          onEvent(event) {
            text.take(event);
            if (event.type !== 'version-edit') onEvent(event);
          },
        },
      );
    } catch (failure) {
      throw withCompleteVersions(failure, order, text.complete());
    } finally {
      text.end();
    }
  };
}

const loadProofs = () => import('#web/proof-of-work/proofs.ts');
const loadOwnGeneration = () => import('#web/api/own-generation.ts');

/** Returns the function that requests a generation of this writer. Loads the code for an own key only if needed. */
export async function generateBy(writer: Writer, needsProof: boolean): Promise<Generate> {
  if (writer.kind === 'built-in') return createGenerationsApi(writer.kind);
  if (writer.kind === 'server')
    return createGenerationsApi(writer.kind, { isRequired: needsProof, take: takeProof });
  const { createOwnGenerate } = await loadOwnGeneration().catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
  return createOwnGenerate(writer);
}

/** Starts the proof of work early, so that the user does not wait for it later. */
export function prepareProof(): void {
  loadProofs().then(
    ({ proofs }) => proofs.prepare(),
    () => {},
  );
}

async function takeProof(signal: AbortSignal): Promise<string> {
  const { proofs } = await loadProofs().catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
  return proofWait.during(proofs.take(signal));
}
