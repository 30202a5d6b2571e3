import type { Link } from '#core/links/link.ts';
import { ApiError } from '#web/api/api-error.ts';
import { inTime } from '#web/api/in-time.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { OutboxEntry } from './outbox-entry.ts';

/** What became of a change that was sent. */
export type Answer =
  /** Null: there is no such link any more, and none is wanted. */
  | { readonly kind: 'done'; readonly link: Link | null }
  /** Deleted or changed elsewhere meanwhile. */
  | { readonly kind: 'conflict'; readonly theirs: Link | null; readonly failure: ApiError }
  | { readonly kind: 'refused'; readonly failure: ApiError }
  /** Nothing is known: it is to be sent again. */
  | { readonly kind: 'unanswered'; readonly failure: unknown };

/** A request that is not answered by then counts as lost, in milliseconds. */
const patience = 30_000;

/** Sends a change. Aborted by the signal, it counts as lost at once. */
export async function sendEntry(api: LinksApi, entry: OutboxEntry, signal: AbortSignal): Promise<Answer> {
  try {
    const link = await inTime(patience, (ending) => request(api, entry, ending), signal);
    return { kind: 'done', link };
  } catch (failure) {
    return failure instanceof ApiError ? answerOf(entry, failure) : { kind: 'unanswered', failure };
  }
}

async function request(api: LinksApi, entry: OutboxEntry, signal: AbortSignal): Promise<Link | null> {
  const { id, url, description, updatedAt } = entry.link;
  switch (entry.kind) {
    case 'create':
      return api.create({ id, url, description }, signal);
    case 'update':
      return api.update(id, { url, description, ifUpdatedAt: updatedAt }, signal);
    case 'delete':
      await api.remove(id, { signal, ifUpdatedAt: updatedAt });
      return null;
  }
}

function answerOf({ kind }: OutboxEntry, failure: ApiError): Answer {
  const { code, status, link } = failure;
  if (kind === 'create' && code === 'link-deleted') return { kind: 'done', link: null };
  if (kind === 'update' && (code === 'link-not-found' || code === 'link-deleted'))
    return { kind: 'conflict', theirs: null, failure };
  if (code === 'link-changed' && link !== null) return { kind: 'conflict', theirs: link, failure };
  return isFinal(status) || quotaCodes.has(code)
    ? { kind: 'refused', failure }
    : { kind: 'unanswered', failure };
}

/**
 * What the site has no room for today would hold up all changes behind it, deletions too: the user is told, and sends
 * it again.
 */
const quotaCodes = new Set<string>(['visitor-saving-limit', 'visitor-workspaces-limit', 'store-full']);

function isFinal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
