import { apiError } from '#web/api/api-error.ts';
import { createGenerationsApi } from '#web/api/generations-api.ts';
import type { Generate } from '#web/api/generations-api.ts';
import type { Writer } from '#web/api/writer.ts';
import { proofWait } from '#web/proof-of-work/proof-wait.ts';

const loadProofs = () => import('#web/proof-of-work/proofs.ts');
const loadOwnGeneration = () => import('#web/api/own-generation.ts');

/** How a writer is asked; what only an own key needs is fetched for who has one. */
export async function generateBy(writer: Writer, wantsProof: boolean): Promise<Generate> {
  if (writer.kind === 'built-in') return createGenerationsApi(writer.kind);
  if (writer.kind === 'server') return createGenerationsApi(writer.kind, { isWanted: wantsProof, take });
  const { createOwnGenerate } = await loadOwnGeneration().catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
  return createOwnGenerate(writer);
}

/** Has the browser begin its work for the server early, so that nobody waits for it later. */
export function prepareProof(): void {
  loadProofs().then(
    ({ proofs }) => proofs.prepare(),
    () => {},
  );
}

async function take(signal: AbortSignal): Promise<string> {
  const { proofs } = await loadProofs().catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
  return proofWait.during(proofs.take(signal));
}
