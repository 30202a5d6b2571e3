import { hash } from 'node:crypto';

import { ProblemError } from '#core/errors/problem.ts';
import type { Click } from './ledger/ledger.ts';

import type { GenerationRequest } from './prepare-request.ts';

/** A click with its key, which opens what is kept of it and is kept nowhere itself. */
export type KeyedClick = Click & { readonly key: string };

const validKey = /^[\x20-\x7e]{8,200}$/;

/** What makes one request a repetition of another. Throws 'idempotency-key-invalid'. */
export function clickOf(workspace: string, key: string, request: GenerationRequest): KeyedClick {
  if (!validKey.test(key)) throw new ProblemError('idempotency-key-invalid');
  const { content, linkIds, writer = null, only } = request;
  return {
    key,
    keyHash: hashOf([workspace, key]),
    bodyHash: hashOf([content, linkIds, writer, ...(only === undefined ? [] : [only])]),
  };
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
