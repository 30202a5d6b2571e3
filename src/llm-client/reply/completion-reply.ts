import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { Tokens } from '#core/limits/terms.ts';
import {
  codeOfReplyError,
  describeProviderError,
  isFields,
  readReplyError,
  type ProviderError,
} from '#llm-client/errors/provider-error.ts';

import { readChoices } from './choices.ts';
import { createEnding, type Ending, type ReplyState } from './ending.ts';
import { createFrameReader } from './frames.ts';
import {
  addChoice,
  withUnread,
  emptyContents,
  problemOfCut,
  problemOfEmpty,
  problemOfRefusal,
  type ReplyContents,
} from './reply-contents.ts';

type Words = { readonly text: string; readonly thoughts: string };

/** Reads a chat completion, streamed or at once. */
export type Reply = {
  /** Reads a piece of the answer. Returns the text and thoughts of the frames that it completes. */
  feed(chunk: string): Words;
  /** Reads the end of the answer. Returns the text and thoughts of the last frame. */
  finish(): Words;
  state(): ReplyState;
  /** The provider's token count. Null if there is none since the last text, or if the reply has no end. */
  usage(): TokenUsage | null;
  /** The start of an answer at once that could not be read. */
  buffered(): string;
  /** Throws the failure of the reply: one that it reported, a missing end, or no text. */
  check(): void;
};

/**
 * Returns a reader for one reply, whose frames have at most `maxBufferLength` characters. `check` throws its failure, so
 * that the text before it is not lost.
 */
export function createReply(maxBufferLength: number): Reply {
  const ending = createEnding();
  let contents = emptyContents;
  let collected: Words = { text: '', thoughts: '' };
  let usage: TokenUsage | null = null;
  const fail = (code: ProblemCode) => ending.fail(new ProblemError(code));

  function accept(value: unknown, event: string | null): void {
    if (Array.isArray(value)) return value.forEach((each) => accept(each, event));
    const error = readReplyError(value, event);
    if (error !== null) throw problemOfError(error);
    if (!isFields(value)) return fail('provider-reply-broken');
    const choice = readChoices(value['choices'], contents);
    contents = addChoice(contents, choice, Array.isArray(value['choices']));
    const { text = '', thoughts = '', reason = '', place = null } = choice ?? {};
    collected = { text: collected.text + text, thoughts: collected.thoughts + thoughts };
    if (text !== '') ending.text(reason);
    ending.reason(reason, place === 'delta');
    // A count that comes before a text does not include that text.
    usage = tokenUsage(value['usage']) ?? (text === '' ? usage : null);
  }

  const frames = createFrameReader(maxBufferLength, {
    json(value, event) {
      try {
        if (ending.state() !== 'over') accept(value, event);
      } catch (error) {
        ending.fail(error);
      }
    },
    other(text, event) {
      // The words of a damaged piece are lost. Anything else had none.
      if (event === 'error') fail('provider-unavailable');
      else if (lostWords.test(text)) fail('provider-reply-broken');
      else if (ending.state() === 'open' && [null, 'message'].includes(event))
        contents = withUnread(contents);
    },
    done: ending.over,
    fail,
  });

  const cut = () => (ending.state() === 'open' ? problemOfCut(contents, frames.form()) : null);
  const collect = (feed: () => void) => {
    collected = { text: '', thoughts: '' };
    if (ending.state() !== 'over') feed();
    return collected;
  };
  return {
    feed: (chunk) => collect(() => frames.feed(chunk)),
    finish: () => collect(frames.end),
    state: ending.state,
    usage: () => (cut() === null ? usage : null),
    buffered: frames.buffered,
    check: () => check(contents, ending, cut()),
  };
}

function check(contents: ReplyContents, ending: Ending, cut: ProblemError | null): void {
  const isEmpty = contents.place === null;
  if (contents.refusal !== '') throw problemOfRefusal(contents);
  // A model that thinks up to its limit needs other advice than one that writes up to it.
  const onlyThought = isEmpty && contents.hasThoughts && ending.meaning() === 'provider-output-limit';
  if (ending.failure() !== null && !onlyThought) throw ending.failure();
  if (cut !== null) throw cut;
  // What could not be read is forgiven if the reply has a text and says that it is whole.
  if (contents.unread !== null && (isEmpty || ending.meaning() !== 'end')) throw contents.unread;
  if (isEmpty) throw problemOfEmpty(contents);
}

function problemOfError(error: ProviderError): ProblemError {
  const cause = `The provider's reply is an error (${describeProviderError(error)}).`;
  return new ProblemError(codeOfReplyError(error), { cause });
}

/** The beginning of a text in JSON. */
const lostWords = /"(?:content|text)"\s*:\s*"/u;

/** Larger than any context window. A larger number would make the sums of the budget wrong forever. */
const most = 100_000_000;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}

type TokenUsage = Tokens & { readonly type: 'usage' };

/**
 * Returns the provider's token count, or null if there is none or it is zero. Some providers leave thinking tokens
 * out of `completion_tokens`, although they cost money: the part of the total beyond the prompt counts as output.
 */
function tokenUsage(usage: unknown): TokenUsage | null {
  if (!isFields(usage)) return null;
  const { prompt_tokens: inputTokens, completion_tokens: completion, total_tokens: total } = usage;
  if (!isCount(inputTokens) || inputTokens === 0 || !isCount(completion)) return null;
  const outputTokens = Math.max(completion, isCount(total) ? total - inputTokens : 0);
  return outputTokens === 0 ? null : { type: 'usage', inputTokens, outputTokens };
}
