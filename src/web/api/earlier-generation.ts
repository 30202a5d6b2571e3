import { foundGenerationSchema, type FoundGeneration } from '#contract/generations.ts';

import { storedKey } from './idempotency-key.ts';
import { ApiError, send, sendForJson } from './send.ts';

/** A request for the server's model, with its fields in this order: the stored key belongs to exactly this body. */
type EarlierRequest = { readonly content: string; readonly linkIds: readonly string[] };

const path = '/api/generations';
const fallback = 'generation-failed';

const keyOf = ({ content, linkIds }: EarlierRequest) => storedKey({ content, linkIds });

/**
 * Asks what has become of the generation of this request that this tab has ordered. The question keeps a running one for
 * a while. Returns null if the server does not answer.
 */
export async function findEarlier(request: EarlierRequest): Promise<FoundGeneration['state'] | null> {
  const key = keyOf(request);
  if (key === null) return 'lost';
  try {
    const headers = { 'idempotency-key': key };
    return (await sendForJson({ method: 'GET', path, headers, fallback }, foundGenerationSchema)).state;
  } catch (failure) {
    return failure instanceof ApiError && (failure.status ?? 500) < 500 ? 'lost' : null;
  }
}

/** Ends the generation of this request that this tab has ordered, if there is one. */
export function endEarlier(request: EarlierRequest): void {
  const key = keyOf(request);
  if (key !== null) endGeneration(key);
}

/** Ends the generation of a key, also when the page closes now. Without a network, the server ends it a little later. */
export function endGeneration(key: string): void {
  const headers = { 'idempotency-key': key };
  send({ method: 'DELETE', path, headers, keepalive: true, fallback }).catch(() => {});
}
