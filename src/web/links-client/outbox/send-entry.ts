import type { Link } from '#core/links/link.ts';
import { pageMessages } from '#core/errors/page-messages.ts';
import { ApiError, inTime } from '#web/api/send.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { OutboxEntry } from './outbox-entry.ts';

/** The result of sending a change. */
export type Answer =
  /** `link` is null if the link is gone and no link is wanted. */
  | { readonly kind: 'done'; readonly link: Link | null }
  /** The link was deleted or changed elsewhere meanwhile. */
  | { readonly kind: 'conflict'; readonly theirs: Link | null; readonly failure: ApiError }
  | { readonly kind: 'refused'; readonly failure: ApiError }
  /** The result is unknown. The change must be sent again. */
  | { readonly kind: 'unanswered'; readonly failure: unknown };

/** The result of a save that the user waited for. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly link: Link }
  /** The change is stored in the browser, and sent when the server can be reached. */
  | { readonly kind: 'kept' }
  /** The link was changed elsewhere meanwhile. Both versions are kept, and the user decides. */
  | { readonly kind: 'conflict'; readonly theirs: Link }
  /** Nothing is kept. Only the form still has the change. */
  | { readonly kind: 'failed'; readonly failure: unknown };

/** In milliseconds. Without an answer by then, the request counts as lost. */
const requestTimeout = 30_000;

/** Sends a change. If `signal` aborts, the request counts as lost at once. */
export async function sendEntry(api: LinksApi, entry: OutboxEntry, signal: AbortSignal): Promise<Answer> {
  try {
    const link = await inTime(requestTimeout, (ending) => request(api, entry, ending), signal);
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

/** A change over the site's limit would block all later changes. So it counts as refused, and the user can resend it. */
const quotaCodes = new Set<string>(['visitor-saving-limit', 'visitor-workspaces-limit', 'store-full']);

function isFinal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

export function outcomeOf(entry: OutboxEntry, answer: Answer): SaveOutcome {
  switch (answer.kind) {
    case 'done':
      return { kind: 'saved', link: answer.link ?? entry.link };
    case 'conflict':
      if (answer.theirs === null) return { kind: 'failed', failure: answer.failure };
      return { kind: 'conflict', theirs: answer.theirs };
    case 'refused':
      return { kind: 'failed', failure: answer.failure };
    case 'unanswered': {
      const { failure } = answer;
      return isFromServer(failure) ? { kind: 'failed', failure } : { kind: 'kept' };
    }
  }
}

/** Whether the server was reached, and failed. */
export function isFromServer(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.status !== null;
}

/** The outcome of a save that this tab has no answer for, derived from the entry that is left of it. */
export function outcomeLeft(sent: Link, left: OutboxEntry | undefined): SaveOutcome {
  if (left === undefined) return { kind: 'saved', link: sent };
  if (left.standing.kind === 'waiting') return { kind: 'kept' };
  if (left.standing.kind === 'refused') return { kind: 'failed', failure: new Error(left.standing.message) };
  const { theirs } = left.standing;
  if (theirs !== null) return { kind: 'conflict', theirs };
  return { kind: 'failed', failure: new Error(pageMessages['link-not-found']) };
}
