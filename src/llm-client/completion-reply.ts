import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';

import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { Tokens } from '#core/generation/writing-job.ts';

import { codeOfReplyError, describeProviderError, readReplyError } from './provider-error.ts';

const optionalText = z.nullish(z.string());

/** Some models that show their thoughts send parts. Only the text parts are the reply. */
const contentParts = z.array(
  z.object({ type: z.optional(z.string()), text: optionalText, thinking: z.optional(z.unknown()) }),
);

const messageSchema = z.nullish(
  z.object({
    content: z.nullish(z.union([z.string(), contentParts])),
    refusal: optionalText,
    /** Thoughts. Providers use one of these two names, or both. */
    reasoning_content: z.optional(z.unknown()),
    reasoning: z.optional(z.unknown()),
  }),
);

/** We ask for one choice. A provider that sends more gives each a number. */
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
const chunkSchema = z.object({
  choices: z.nullish(z.array(z.object({ index, delta: messageSchema, finish_reason: optionalText }))),
  usage: z.optional(z.unknown()),
});

type ReplyMessage = z.infer<typeof messageSchema>;
type FinishReason = z.infer<typeof optionalText>;

/** Reads a reply that was not streamed. */
export function readWholeReply(body: string) {
  const parsed = completionSchema.safeParse(readReplyJson(body));
  if (!parsed.success) throw new ProblemError('provider-reply-broken');
  const choice = parsed.data.choices.find(isFirst);
  return readChoice(choice?.message, choice?.finish_reason, parsed.data.usage);
}

function readChunk(data: string) {
  const parsed = chunkSchema.safeParse(readReplyJson(data));
  if (!parsed.success) throw new ProblemError('provider-reply-broken');
  const choice = parsed.data.choices?.find(isFirst);
  return readChoice(choice?.delta, choice?.finish_reason, parsed.data.usage);
}

function isFirst({ index: place }: { readonly index?: unknown }): boolean {
  return (place ?? 0) === 0;
}

function readChoice(message: ReplyMessage, finishReason: FinishReason, usage: unknown) {
  return {
    text: textOf(message),
    thoughts: thoughtsOf(message),
    count: tokenUsage(usage),
    /** Why the text is incomplete. Null: the provider does not say that it is. */
    problem: failureOfEnding(message, finishReason),
    isEnd: isEnding(finishReason),
  };
}

/**
 * Reads a streamed chat completion. A failure is thrown at the end, so that the text before it is not lost.
 *
 * @param heldLength the most characters that one event may have
 */
export function createEventReply(heldLength: number) {
  let said = { text: '', thoughts: '' };
  let state: 'open' | 'finished' | 'over' = 'open';
  let usage: TokenUsage | null = null;
  let failure: unknown = null;

  function read(data: string): void {
    if (data.trim() === '[DONE]') {
      state = 'over';
      return;
    }
    const { text, thoughts, count, problem, isEnd } = readChunk(data);
    said = { text: said.text + text, thoughts: said.thoughts + thoughts };
    // A count that comes before a text does not include that text.
    usage = count ?? (text === '' ? usage : null);
    if (problem !== null) failure ??= new ProblemError(problem);
    if (isEnd) state = 'finished';
    else if (text !== '') state = 'open';
  }

  function fail(error: unknown): void {
    // A failure after the end of the reply does not count.
    if (state === 'open') failure ??= error;
    state = 'over';
  }

  const parser = createParser({
    maxBufferSize: heldLength,
    onEvent({ data }) {
      if (state === 'over' || data.trim() === '') return;
      try {
        read(data);
      } catch (error) {
        fail(error);
      }
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') fail(new ProblemError('provider-reply-broken'));
    },
  });
  return {
    /** Returns the text and thoughts that this piece of the stream completes. */
    feed(chunk: string) {
      said = { text: '', thoughts: '' };
      parser.feed(chunk);
      return said;
    },
    /** After `finished`, only a token count can follow. After `over`, nothing counts. */
    state: () => state,
    /** The provider's token count since the last text. Null if there is none yet. */
    usage: () => usage,
    /** Throws the failure that the stream reported, and 'provider-reply-cut' if it ended before the reply did. */
    end(): void {
      if (failure !== null) throw failure;
      if (state === 'open') throw new ProblemError('provider-reply-cut');
    },
  };
}

/**
 * Larger than any context window. A larger number is not a count, and it would make the sums in the ledger wrong
 * forever.
 */
const most = 100_000_000;

const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.optional(z.unknown()),
});

/** Without checks of zod: these would be in the first load of the page, where no schema needs them. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}

type TokenUsage = Tokens & { readonly type: 'usage' };

/**
 * Returns the provider's token count, or null if there is none or it is zero. Some providers leave thinking tokens
 * out of `completion_tokens`, although they cost money: the part of the total beyond the prompt counts as output.
 */
export function tokenUsage(usage: unknown): TokenUsage | null {
  if (usage === undefined || usage === null) return null;
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) return null;
  const { prompt_tokens: inputTokens, completion_tokens: completion, total_tokens: total } = parsed.data;
  if (!isCount(inputTokens) || inputTokens === 0 || !isCount(completion)) return null;
  const outputTokens = Math.max(completion, isCount(total) ? total - inputTokens : 0);
  return outputTokens === 0 ? null : { type: 'usage', inputTokens, outputTokens };
}

/** Returns the text of a message or of a chunk, or an empty string. */
function textOf(message: ReplyMessage): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}

/** Returns the thoughts that a model shows, only once if they come under both names. They cost as much as text. */
function thoughtsOf(message: ReplyMessage): string {
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
function failureOfEnding(message: ReplyMessage, finishReason: FinishReason): ProblemCode | null {
  const refusal = message?.refusal ?? '';
  if (refusal !== '') return 'provider-filtered';
  // Gemini says `content_filter: RECITATION`.
  const [reason = ''] = (finishReason ?? '').toLowerCase().split(':', 1);
  return codeOfReason.get(reason) ?? null;
}

/** Whether there is a reason. Some providers write a missing one as the word `null`. */
function isEnding(finishReason: FinishReason): boolean {
  return (
    finishReason !== undefined && finishReason !== null && finishReason !== '' && finishReason !== 'null'
  );
}

/**
 * Parses a reply. Throws 'provider-reply-broken' if it is not JSON, and the matching problem if the JSON is an
 * error.
 */
function readReplyJson(text: string): unknown {
  const value = parse(text);
  // Errors of every form contain this word. Most texts are chunks without it.
  const error = text.includes('"error"') ? readReplyError(value) : null;
  if (error === null) return value;
  const cause = `The provider's reply is an error (${describeProviderError(error)}).`;
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
