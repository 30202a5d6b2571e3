import { ProblemError } from '#core/problem/problem.ts';

type Ending = {
  readonly refusal?: string | null | undefined;
  readonly finishReason: string | null | undefined;
};

/** Throws where the provider says that its reply is not the whole one. */
export function refuseBrokenEnding({ refusal, finishReason }: Ending): void {
  if (finishReason === 'length') throw new ProblemError('provider-reply-cut');
  if (finishReason === 'content_filter') throw new ProblemError('provider-filtered');
  if (refusal !== undefined && refusal !== null && refusal !== '')
    throw new ProblemError('provider-filtered');
}
