import { createParser } from 'eventsource-parser';

import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { Tokens } from '#core/generation/finished-generation.ts';

import {
  codeOfReplyError,
  describeProviderError,
  isFields,
  readReplyError,
  type Fields,
} from './provider-error.ts';

/**
 * Reads a reply that was not streamed ('message'), or one chunk of a streamed one ('delta'). Some chunks have no
 * choices: the last one may only count tokens, and others keep the connection open. We ask for one choice. A provider
 * that sends more gives each a number. All of them must be readable.
 */
export function readReply(json: string, name: 'message' | 'delta') {
  const { choices, usage } = fieldsOf(readReplyJson(json));
  const all = listOf(choices ?? (name === 'delta' ? [] : null)).map((choice) =>
    readChoice(fieldsOf(choice), name),
  );
  const first: Partial<ReturnType<typeof readChoice>> = all.find(({ index }) => (index ?? 0) === 0) ?? {};
  const { text = '', thoughts = '', problem = null, isEnd = false } = first;
  return { text, thoughts, problem, isEnd, count: tokenUsage(usage) };
}

/** Reads only the fields that are needed, without a copy: a reply has thousands of chunks. */
function readChoice(choice: Fields, name: 'message' | 'delta') {
  const message = fieldsOf(choice[name] ?? {});
  const reason = textOf(choice['finish_reason']);
  const { content } = message;
  const parts = typeof content === 'string' ? [] : listOf(content ?? []).map(readPart);
  return {
    index: choice['index'],
    text: typeof content === 'string' ? content : parts.map(({ text }) => text).join(''),
    thoughts: thoughtsOf(message, parts),
    /** Why the text is incomplete. Null: the provider does not say that it is. */
    problem: textOf(message['refusal']) === '' ? failureOfReason(reason) : 'provider-filtered',
    // Some providers write a missing reason as the word `null`.
    isEnd: reason !== '' && reason !== 'null',
  };
}

type ContentPart = { readonly text: string; readonly thoughts: readonly unknown[] };

/** Some models that show their thoughts send parts. Only the text parts are the reply. */
function readPart(part: unknown): ContentPart {
  const { type = '', text, thinking } = fieldsOf(part);
  if (typeof type !== 'string') throw broken();
  const said = textOf(text);
  return type === 'text' ? { text: said, thoughts: [] } : { text: '', thoughts: [said, thinking].flat() };
}

/** Returns the thoughts that a model shows, only once if they come under both names. They cost as much as text. */
function thoughtsOf(
  { reasoning_content: one, reasoning: other }: Fields,
  parts: readonly ContentPart[],
): string {
  let thoughts = textOrNone(one) || textOrNone(other);
  for (const part of parts) for (const thought of part.thoughts) thoughts += textIn(thought);
  return thoughts;
}

/** Returns the text of a thought, which may be in the field of an object. Anything else is no text. */
function textIn(thought: unknown): string {
  return textOrNone(isFields(thought) ? thought['text'] : thought);
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textOf(value: unknown): string {
  const text = value ?? '';
  if (typeof text !== 'string') throw broken();
  return text;
}

function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw broken();
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw broken();
  return value;
}

function broken(): ProblemError {
  return new ProblemError('provider-reply-broken');
}

/**
 * Reads a streamed chat completion, whose events have at most `heldLength` characters. A failure is thrown at the end,
 * so that the text before it is not lost.
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
    const { text, thoughts, count, problem, isEnd } = readReply(data, 'delta');
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
    /** Takes a piece of the stream. Returns the text and thoughts of the events that it completes. */
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

/** Larger than any context window. A larger number would make the sums in the ledger wrong forever. */
const most = 100_000_000;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}

type TokenUsage = Tokens & { readonly type: 'usage' };

/**
 * Returns the provider's token count, or null if there is none or it is zero. Some providers leave thinking tokens
 * out of `completion_tokens`, although they cost money: the part of the total beyond the prompt counts as output.
 */
export function tokenUsage(usage: unknown): TokenUsage | null {
  if (!isFields(usage)) return null;
  const { prompt_tokens: inputTokens, completion_tokens: completion, total_tokens: total } = usage;
  if (!isCount(inputTokens) || inputTokens === 0 || !isCount(completion)) return null;
  const outputTokens = Math.max(completion, isCount(total) ? total - inputTokens : 0);
  return outputTokens === 0 ? null : { type: 'usage', inputTokens, outputTokens };
}

/** What providers call an end that the model chose. */
const ends = new Set(['stop', 'eos', 'eos_token', 'end_turn', 'end_of_turn', 'stop_sequence', 'complete']);

const codeOfReason = new Map<string, ProblemCode>([
  ['length', 'provider-output-limit'],
  ['model_length', 'provider-output-limit'],
  ['max_tokens', 'provider-output-limit'],
  ['max_output_tokens', 'provider-output-limit'],
  ['content_filter', 'provider-filtered'],
  ['safety', 'provider-filtered'],
  ['sensitive', 'provider-filtered'],
  ['recitation', 'provider-filtered'],
  ['prohibited_content', 'provider-filtered'],
  ['blocklist', 'provider-filtered'],
  ['spii', 'provider-filtered'],
  ['refusal', 'provider-filtered'],
  ['error', 'provider-unavailable'],
  ['engine_overloaded', 'provider-unavailable'],
  ['insufficient_system_resource', 'provider-unavailable'],
]);

/**
 * Returns why the provider says that its reply is incomplete, or null. A reason that is not known may be a fault, so the
 * reply counts as cut off. Gemini says `content_filter: RECITATION`.
 */
function failureOfReason(finishReason: string): ProblemCode | null {
  const [reason = ''] = finishReason.toLowerCase().split(':', 1);
  if (reason === '' || reason === 'null' || ends.has(reason)) return null;
  return codeOfReason.get(reason) ?? 'provider-reply-cut';
}

/** Throws 'provider-reply-broken' if it is not JSON, and the matching problem if the JSON is an error. */
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
