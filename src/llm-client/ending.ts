import type { ProblemCode } from '#core/errors/problem.ts';

import type { ReplyMessage } from './reply-schema.ts';

const codeOfReason = new Map<string, ProblemCode>([
  ['length', 'provider-output-limit'],
  ['model_length', 'provider-output-limit'],
  ['max_tokens', 'provider-output-limit'],
  ['content_filter', 'provider-filtered'],
  ['safety', 'provider-filtered'],
  ['error', 'provider-unavailable'],
  ['insufficient_system_resource', 'provider-unavailable'],
  ['abort', 'provider-reply-cut'],
]);

/** Why the provider says that its reply is not the whole one; null where it does not say so. */
export function failureOfEnding(
  message: ReplyMessage,
  finishReason: string | null | undefined,
): ProblemCode | null {
  const refusal = message?.refusal ?? '';
  if (refusal !== '') return 'provider-filtered';
  // Gemini says `content_filter: RECITATION`.
  const [reason = ''] = (finishReason ?? '').toLowerCase().split(':', 1);
  return codeOfReason.get(reason) ?? null;
}

/** Some providers write the lack of a reason as a word. */
export function isEnding(finishReason: string | null | undefined): boolean {
  return (
    finishReason !== undefined && finishReason !== null && finishReason !== '' && finishReason !== 'null'
  );
}
