import { foundGenerationSchema, type FoundGeneration } from '#contract/generations.ts';

import { storedKey } from './idempotency-key.ts';
import { ApiError, send, sendForJson } from './send.ts';

/** What was asked of the server's model. */
type EarlierRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly instructions: string;
};

const path = '/api/generations';
const fallback = 'generation-failed';

/** Returns the instructions as a request has them; undefined if there are none. */
export function sentInstructions(instructions: string): string | undefined {
  return instructions.trim() === '' ? undefined : instructions.trim();
}

/** The stored key belongs to exactly this body, with its fields in this order. */
function keyOf({ content, linkIds, instructions }: EarlierRequest): string | null {
  return storedKey({ content, linkIds, instructions: sentInstructions(instructions) });
}

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
