import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { apiError } from '#web/api/send.ts';
import { type VersionEvent, createGenerationsApi, type Generate } from '#web/api/generations-api.ts';
import type { Writer } from '#web/api/writer.ts';
import { proofWait } from '#web/proof-of-work/proof-wait.ts';

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
