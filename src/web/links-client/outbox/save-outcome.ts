import type { Link } from '#core/links/link.ts';
import { pageMessages } from '#core/errors/page-messages.ts';
import { ApiError } from '#web/api/api-error.ts';

import type { OutboxEntry } from './outbox-entry.ts';
import type { Answer } from './send-entry.ts';

/** What became of a save that the user waited for. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly link: Link }
  /** Written down in the browser, and sent when the server can be reached. */
  | { readonly kind: 'kept' }
  /** The link was changed elsewhere meanwhile. Both are kept, and the user is asked. */
  | { readonly kind: 'conflict'; readonly theirs: Link }
  /** Nothing is kept but what the form holds. */
  | { readonly kind: 'failed'; readonly failure: unknown };

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

/** Whether the server could be reached, and failed. */
export function isFromServer(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.status !== null;
}

/** What became of a save that another tab sent, or that was not sent: told by what is left of it. */
export function outcomeLeft(sent: Link, left: OutboxEntry | undefined): SaveOutcome {
  if (left === undefined) return { kind: 'saved', link: sent };
  if (left.standing.kind === 'waiting') return { kind: 'kept' };
  if (left.standing.kind === 'refused') return { kind: 'failed', failure: new Error(left.standing.message) };
  const { theirs } = left.standing;
  if (theirs !== null) return { kind: 'conflict', theirs };
  return { kind: 'failed', failure: new Error(pageMessages['link-not-found']) };
}
