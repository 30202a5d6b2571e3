import type { ProblemCode } from '#core/errors/problem.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { failureOfEnding } from './ending.ts';
import { readReplyJson } from './read-json.ts';
import { completionSchema, firstChoice } from './reply-schema.ts';
import { textOf, thoughtsOf } from './reply-text.ts';
import type { TokenUsage } from './token-usage.ts';
import { tokenUsage } from './token-usage.ts';

export type WholeReply = {
  /** The first choice's message content; empty where there is none. */
  readonly text: string;
  readonly thoughts: string;
  readonly usage: TokenUsage | null;
  /** Why the text is not all of it; null where it is. */
  readonly failure: ProblemCode | null;
};

/** Reads a reply that came at once. */
export function readWholeReply(body: string): WholeReply {
  const parsed = completionSchema.safeParse(readReplyJson(body));
  if (!parsed.success) throw new ProblemError('provider-reply-broken');
  const { choices, usage } = parsed.data;
  const choice = firstChoice(choices);
  return {
    text: textOf(choice?.message),
    thoughts: thoughtsOf(choice?.message),
    usage: tokenUsage(usage),
    failure: failureOfEnding(choice?.message, choice?.finish_reason),
  };
}
