import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';
import { dayOf } from '#server/generations/ledger/days.ts';
import { createVisitorHashes } from '#server/generations/ledger/visitor-hashes.ts';

import type { Quotas } from './quotas.ts';

/** Where something is saved, by whom, and how much there may be of it. */
export type Saving = {
  readonly workspace: string;
  /** Null where addresses are not counted. */
  readonly visitorHash: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly quotas: Quotas;
};

export type StoreOptions = {
  readonly quotas: Quotas;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** Begins a saving now. The address is kept as the hash of its day, and only where addresses are counted. */
export function createSavings(
  query: Kysely<Tables>,
  { quotas, now }: StoreOptions,
): (workspace: string, address: string | null) => Promise<Saving> {
  const hashVisitor = createVisitorHashes(query);
  const isCounted = quotas.bytesPerDay !== null || quotas.workspacesPerDay !== null;
  return async (workspace, address) => {
    const at = now();
    const visitorHash = isCounted && address !== null ? await hashVisitor(address, dayOf(at)) : null;
    return { workspace, visitorHash, now: at, quotas };
  };
}
