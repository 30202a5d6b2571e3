import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';
import { dayOf, endOfDay } from '#server/generations/ledger/clock.ts';
import { counted, inWords, secondsUntil } from '#server/generations/ledger/refusals.ts';
import { createVisitorHashes } from '#server/generations/ledger/visitors.ts';

/** How much may be saved. Null: no limit. Bytes are counted as `linkBytes`. */
export type Quotas = {
  readonly linksPerWorkspace: number | null;
  readonly bytesPerWorkspace: number | null;
  /** How many workspaces one address may make on a day (UTC). */
  readonly workspacesPerDay: number | null;
  /** How much one address may write on a day, whatever it deletes. */
  readonly bytesPerDay: number | null;
  /** For all links of all workspaces together. */
  readonly storeBytes: number | null;
};

export const noQuotas: Quotas = {
  linksPerWorkspace: null,
  bytesPerWorkspace: null,
  workspacesPerDay: null,
  bytesPerDay: null,
  storeBytes: null,
};

/** Who saves something, when, in which workspace, and with which limits. */
export type Saving = {
  readonly workspace: string;
  /** Null when addresses are not counted. */
  readonly visitorHash: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly quotas: Quotas;
};

export type StoreOptions = {
  readonly quotas: Quotas;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
};

/** Returns a function that describes a saving now. The address becomes a hash of the day, when addresses are counted. */
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

const deleteSome = 'Please delete links that you no longer need, and try again.';

/** `before`: how many links there were before. */
export function refuseLinks(limit: number, before: number): ProblemError {
  const room = Math.max(0, limit - before);
  const held = `A workspace holds at most ${counted(limit, 'link')}`;
  return new ProblemError('workspace-full', {
    detail:
      room === 0
        ? `Your workspace is full. ${held}. ${deleteSome}`
        : `${held}, and yours has room for ${counted(room, 'more link')}. ${deleteSome}`,
  });
}

export function refuseBytes(limit: number): ProblemError {
  return new ProblemError('workspace-full', {
    detail: `Your workspace is full. Its links together may take at most ${inBytes(limit)}. ${deleteSome}`,
  });
}

export function refuseSavedBytes(limit: number, at: number): ProblemError {
  return new ProblemError('visitor-saving-limit', {
    detail: `This site saves at most ${inBytes(limit)} a day for one internet address. ${newDay(at)} Please try again then.`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

export function refuseWorkspaces(limit: number, at: number): ProblemError {
  return new ProblemError('visitor-workspaces-limit', {
    detail: `This site makes at most ${counted(limit, 'new workspace')} a day for one internet address. ${newDay(at)} Please try again then, or open a workspace that you have with its recovery code.`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

function newDay(at: number): string {
  return `A new day begins at 00:00 UTC, in ${inWords(endOfDay(at) - at)}.`;
}

const units = [
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['KB', 1000],
] as const;

function inBytes(bytes: number): string {
  for (const [unit, size] of units)
    if (bytes >= size) return `${(Math.floor((bytes / size) * 10) / 10).toLocaleString('en')} ${unit}`;
  return counted(bytes, 'byte');
}
