import { ProblemError } from '#core/problem/problem.ts';

import { readReplyJson } from './read-json.ts';
import { refuseBrokenEnding } from './reply-end.ts';
import { completionSchema } from './reply-schema.ts';

/** The text of a reply that came at once: the first choice's message content; empty where there is none. */
export function readWholeReply(body: string): string {
  const parsed = completionSchema.safeParse(readReplyJson(body));
  if (!parsed.success) throw new ProblemError('provider-reply-broken');
  const [choice] = parsed.data.choices;
  refuseBrokenEnding({ refusal: choice?.message?.refusal, finishReason: choice?.finish_reason });
  return choice?.message?.content ?? '';
}
