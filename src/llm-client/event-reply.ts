import { createParser } from 'eventsource-parser';

import { ProblemError } from '#core/errors/problem.ts';

import {
  failureOfEnding,
  isEnding,
  readReplyJson,
  completionChunkSchema,
  firstChoice,
  textOf,
  thoughtsOf,
  tokenUsage,
  type TokenUsage,
} from './completion-reply.ts';

type Said = { readonly text: string; readonly thoughts: string };

export type EventReply = {
  /** Returns the text and thoughts that this piece of the stream completes. */
  feed(chunk: string): Said;
  /** After `finished`, only a token count can follow. After `over`, nothing counts. */
  state(): 'open' | 'finished' | 'over';
  /** The provider's token count since the last text. Null if there is none yet. */
  usage(): TokenUsage | null;
  /** Throws the failure that the stream reported, and 'provider-reply-cut' if it ended before the reply did. */
  end(): void;
};

/**
 * Reads a streamed chat completion. A failure is thrown at the end, so that the text before it is not lost.
 *
 * @param heldLength the most characters that one event may have
 */
export function createEventReply(heldLength: number): EventReply {
  let said: Said = { text: '', thoughts: '' };
  let state: 'open' | 'finished' | 'over' = 'open';
  let usage: TokenUsage | null = null;
  let failure: unknown = null;

  function read(data: string): void {
    if (data.trim() === '[DONE]') {
      state = 'over';
      return;
    }
    const parsed = completionChunkSchema.safeParse(readReplyJson(data));
    if (!parsed.success) throw new ProblemError('provider-reply-broken');
    const choice = firstChoice(parsed.data.choices);
    const added = textOf(choice?.delta);
    said = { text: said.text + added, thoughts: said.thoughts + thoughtsOf(choice?.delta) };
    // A count that comes before a text does not include that text.
    usage = tokenUsage(parsed.data.usage) ?? (added === '' ? usage : null);
    if (choice === null) return;
    const code = failureOfEnding(choice.delta, choice.finish_reason);
    if (code !== null) failure ??= new ProblemError(code);
    if (isEnding(choice.finish_reason)) state = 'finished';
    else if (added !== '') state = 'open';
  }

  function fail(error: unknown): void {
    // Whatever follows the end of the reply is not part of it.
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
    feed(chunk) {
      said = { text: '', thoughts: '' };
      parser.feed(chunk);
      return said;
    },
    state: () => state,
    usage: () => usage,
    end() {
      if (failure !== null) throw failure;
      if (state === 'open') throw new ProblemError('provider-reply-cut');
    },
  };
}
