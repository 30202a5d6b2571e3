import * as z from 'zod/mini';

import { ProblemError, type ProblemCode } from '#core/errors/problem.ts';
import type { ModelPiece } from '#core/generation/writing-job.ts';

import { codeOfReplyError, describeProviderError, readReplyError } from './provider-error.ts';

const optionalText = z.optional(z.nullable(z.string()));

/** Models that show their thoughts send parts. Only the text parts are the reply. */
const contentParts = z.array(
  z.object({ type: z.optional(z.string()), text: optionalText, thinking: z.optional(z.unknown()) }),
);

const messageSchema = z.optional(
  z.nullable(
    z.object({
      content: z.optional(z.nullable(z.union([z.string(), contentParts]))),
      refusal: optionalText,
      /** Thoughts, under one of two names. */
      reasoning_content: z.optional(z.unknown()),
      reasoning: z.optional(z.unknown()),
    }),
  ),
);

/** One choice is asked for. A provider that sends more gives each a number. */
const index = z.optional(z.unknown());

/** A whole chat completion. Only these fields are read. */
const completionSchema = z.object({
  choices: z.array(z.object({ index, message: messageSchema, finish_reason: optionalText })),
  usage: z.optional(z.unknown()),
});

/**
 * One chunk of a streamed completion. Some chunks have no choices: the last one may only count tokens, and others
 * keep the connection open.
 */
export const completionChunkSchema = z.object({
  choices: z._default(
    z.nullable(z.array(z.object({ index, delta: messageSchema, finish_reason: optionalText }))),
    [],
  ),
  usage: z.optional(z.unknown()),
});

type ReplyMessage = z.infer<typeof messageSchema>;

/** Returns null if there is no first choice, as in a chunk of another choice. */
export function firstChoice<T extends { readonly index?: unknown }>(choices: readonly T[] | null): T | null {
  return choices?.find((choice) => (choice.index ?? 0) === 0) ?? null;
}

/**
 * Larger than any context window. A larger number is not a count, and it would make the sums in the ledger wrong
 * forever.
 */
const most = 100_000_000;

const tokens = z.int().check(z.nonnegative(), z.maximum(most));
const usageSchema = z.object({
  prompt_tokens: tokens.check(z.positive()),
  completion_tokens: tokens,
  total_tokens: z.optional(z.unknown()),
});

export type TokenUsage = Extract<ModelPiece, { type: 'usage' }>;

/**
 * Returns the provider's token count, or null if there is none or it is zero. Some providers leave thinking tokens
 * out of `completion_tokens`, although they cost money: the part of the total beyond the prompt counts as output.
 */
export function tokenUsage(usage: unknown): TokenUsage | null {
  if (usage === undefined || usage === null) return null;
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) return null;
  const { prompt_tokens: inputTokens, completion_tokens: completion } = parsed.data;
  const { data: total = 0 } = tokens.safeParse(parsed.data.total_tokens);
  const outputTokens = Math.max(completion, total - inputTokens);
  return outputTokens === 0 ? null : { type: 'usage', inputTokens, outputTokens };
}

/** Returns the text of a message or of a chunk, or an empty string. */
export function textOf(message: ReplyMessage): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}

/** Returns the thoughts that a model shows. They cost as much as text. Some providers send them under two names. */
export function thoughtsOf(message: ReplyMessage): string {
  const shown = [message?.reasoning_content, message?.reasoning].find((each) => each !== '' && isText(each));
  const content = message?.content ?? '';
  const parts = typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text');
  return [shown, ...parts.flatMap(({ text, thinking }) => [text, thinking].flat().map(partText))]
    .filter(isText)
    .join('');
}

function partText(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'text' in part ? part.text : part;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

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

/** Returns why the provider says that its reply is incomplete, or null. */
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

/** Some providers write a missing reason as the word `null`. */
export function isEnding(finishReason: string | null | undefined): boolean {
  return (
    finishReason !== undefined && finishReason !== null && finishReason !== '' && finishReason !== 'null'
  );
}

/**
 * Parses a reply. Throws 'provider-reply-broken' if it is not JSON, and the matching problem if the JSON is an
 * error.
 */
export function readReplyJson(text: string): unknown {
  const value = parse(text);
  const error = readReplyError(value);
  if (error === null) return value;
  const cause = `The provider's reply is an error (${describeProviderError(error) || 'no name'}).`;
  throw new ProblemError(codeOfReplyError(error), { cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's message quotes the reply, which must not reach the log.
    throw new ProblemError('provider-reply-broken', {
      cause: cause instanceof Error ? cause.name : undefined,
    });
  }
}

type WholeReply = {
  /** The content of the first choice's message, or an empty string. */
  readonly text: string;
  readonly thoughts: string;
  readonly usage: TokenUsage | null;
  /** Why the text is incomplete. Null: it is complete. */
  readonly failure: ProblemCode | null;
};

/** Reads a reply that was not streamed. */
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
