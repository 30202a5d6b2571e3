import { createParser } from 'eventsource-parser';

import { ProblemError } from '#core/problem/problem.ts';

import { readReplyJson } from './read-json.ts';
import { refuseBrokenEnding } from './reply-end.ts';
import { completionChunkSchema } from './reply-schema.ts';

export type EventReply = {
  /** The text that this piece of the stream completes. */
  feed(chunk: string): string;
  /** True once `[DONE]` was read: nothing that follows counts. */
  isDone(): boolean;
  /** Throws 'provider-reply-cut' where the stream ended before the reply did. */
  end(): void;
};

/** Reads a streamed chat completion. Throws the failure that the stream speaks of, wherever it stands. */
export function createEventReply(): EventReply {
  let text = '';
  let done = false;
  let finished = false;

  function read(data: string): void {
    if (done || data.trim() === '') return;
    if (data.trim() === '[DONE]') {
      done = true;
      return;
    }
    const parsed = completionChunkSchema.safeParse(readReplyJson(data));
    if (!parsed.success) throw new ProblemError('provider-reply-broken');
    const [choice] = parsed.data.choices;
    if (choice === undefined) return;
    text += choice.delta?.content ?? '';
    refuseBrokenEnding({ refusal: choice.delta?.refusal, finishReason: choice.finish_reason });
    finished ||= typeof choice.finish_reason === 'string' && choice.finish_reason !== '';
  }

  const parser = createParser({ onEvent: ({ data }) => read(data) });
  return {
    feed(chunk) {
      text = '';
      parser.feed(chunk);
      return text;
    },
    isDone: () => done,
    end() {
      if (!done && !finished) throw new ProblemError('provider-reply-cut');
    },
  };
}
