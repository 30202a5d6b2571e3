import type { ProblemCode } from '#core/errors/problem-messages.ts';
import type { Wish } from '#core/generation/prepare-job.ts';
import type { WritingTerms } from '#core/generation/writing-job.ts';
import type { Link } from '#core/links/link.ts';

/** A task for the built-in writer. */
export type WriteTask = { readonly wish: Wish; readonly terms: WritingTerms };
/** The text for which links are suggested, and the most suggestions. */
export type SuggestTask = { readonly content: string; readonly limit: number };

/** A question to a worker. A worker gets one at a time. */
export type Question =
  | { readonly name: 'write'; readonly input: WriteTask }
  | { readonly name: 'suggest'; readonly input: SuggestTask };

/** A message to a worker. */
export type ToWorker =
  | { readonly type: 'ask'; readonly question: Question }
  /** The links that the worker asked for; null: there are no more. */
  | { readonly type: 'links'; readonly links: readonly Link[] | null }
  | { readonly type: 'stop' };

/** A message from a worker. */
export type FromWorker<Answer> =
  | { readonly type: 'more-links' }
  /** `isLarge`: the worker holds so much memory that it should be replaced. */
  | { readonly type: 'answer'; readonly answer: Answer; readonly isLarge: boolean }
  | {
      readonly type: 'problem';
      readonly code: ProblemCode;
      readonly detail: string;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly type: 'failed'; readonly error: unknown };
