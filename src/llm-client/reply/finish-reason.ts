import type { ProblemCode } from '#core/errors/problem-messages.ts';

type Meaning = ProblemCode | 'end';

/** The words of providers for an end, by what they mean. `end`: the model has finished. */
const words: readonly (readonly [Meaning, string])[] = [
  ['end', 'stop eos eos_token end_turn end_of_turn stop_sequence complete completed finished'],
  ['provider-output-limit', 'length model_length max_tokens max_output_tokens max_length token_limit'],
  ['provider-output-limit', 'model_context_window_exceeded context_length_exceeded'],
  ['provider-filtered', 'content_filter content_filtered safety sensitive recitation prohibited_content'],
  ['provider-filtered', 'blocklist blocked spii refusal guardrail_intervened error_toxic'],
  ['provider-tool-call', 'tool_calls tool_call tool_use function_call'],
  ['provider-tool-call', 'malformed_function_call unexpected_tool_call'],
  ['provider-unavailable', 'error server_error overloaded engine_overloaded insufficient_system_resource'],
];

const meanings = new Map(
  words.flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning] as const)),
);

/**
 * Returns what a finish reason means: 'end', why the reply is incomplete, or null if it is no reason. A reason that is
 * not known may be a fault, so the reply counts as cut off. Gemini says `content_filter: RECITATION`.
 */
export function meaningOf(finishReason: string): Meaning | null {
  // Some providers write a missing reason as the word `null`.
  if (finishReason === '' || finishReason === 'null') return null;
  const [reason = ''] = finishReason.toLowerCase().split(':', 1);
  return meanings.get(reason) ?? 'provider-reply-cut';
}

/** Returns a message that names a reason which is not known. Undefined: the usual message fits. */
export function messageOfReason(finishReason: string): string | undefined {
  if (meaningOf(finishReason) !== 'provider-reply-cut' || !/^[\w .-]{1,60}$/u.test(finishReason))
    return undefined;
  return `The AI provider ended its answer early. Its reason: “${finishReason}” Please try again.`;
}
