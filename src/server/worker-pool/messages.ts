import type { Link } from '#core/links/link.ts';
import type { ProblemCode } from '#core/errors/problem.ts';

import type { Tasks } from './tasks.ts';

/** A question to a worker. A worker gets one at a time. */
export type Question = {
  readonly [Name in keyof Tasks]: { readonly name: Name; readonly input: Parameters<Tasks[Name]>[0] };
}[keyof Tasks];

/** A message to a worker. */
export type ToWorker =
  | { readonly type: 'ask'; readonly question: Question }
  /** The next links that it asked for; null: there are no more. */
  | { readonly type: 'links'; readonly links: readonly Link[] | null }
  | { readonly type: 'stop' };

/** A message from a worker. */
export type FromWorker<Answer> =
  | { readonly type: 'more-links' }
  /** `isLarge`: the worker holds so much memory that it should be replaced. */
  | { readonly type: 'answer'; readonly answer: Answer; readonly isLarge: boolean }
  | { readonly type: 'problem'; readonly problem: Problem }
  | { readonly type: 'failed'; readonly error: unknown };

export type Problem = {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly retryAfterSeconds: number | null;
};
