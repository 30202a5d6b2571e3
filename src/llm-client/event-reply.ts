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
} from './completion-reply.ts';
import type { TokenUsage } from './completion-reply.ts';

type Said = { readonly text: string; readonly thoughts: string };

export type EventReply = {
  /** What this piece of the stream completes. */
  feed(chunk: string): Said;
  /** Once finished, only a count of tokens can follow; once over, nothing that counts. */
  state(): 'open' | 'finished' | 'over';
  /** What the provider has counted since the last text; null before it does. */
  usage(): TokenUsage | null;
  /** Throws the failure that the stream spoke of, and 'provider-reply-cut' where it ended before the reply did. */
  end(): void;
};

/**
 * Reads a streamed chat completion. A failure waits for the end: text that came before it is not lost with it.
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
    // A count from before a text is of less than will have to be paid for.
    usage = tokenUsage(parsed.data.usage) ?? (added === '' ? usage : null);
    if (choice === null) return;
    const code = failureOfEnding(choice.delta, choice.finish_reason);
    if (code !== null) failure ??= new ProblemError(code);
    if (isEnding(choice.finish_reason)) state = 'finished';
    else if (added !== '') state = 'open';
  }

  function fail(error: unknown): void {
    // What comes after the last word is no part of the reply.
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
