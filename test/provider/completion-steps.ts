import { setTimeout as sleep } from 'node:timers/promises';

import { inOrder, type Step } from './exchange.ts';
import { bytes, end, head, respond } from './steps.ts';

export type Pace = {
  /** Characters per event. */
  readonly size?: number;
  /** Characters per second. By default the text is sent as fast as the client reads. */
  readonly speed?: number;
};

export type Usage = {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
};

const usualUsage: Usage = { prompt_tokens: 400, completion_tokens: 600, total_tokens: 1000 };
const common = { id: 'chatcmpl-local', created: 1_700_000_000, model: 'local' };

/** The headers of an event stream and its first event, which contains the role and no text. */
export const streamHead: Step = inOrder(
  head(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }),
  chunk({ role: 'assistant', content: '' }),
);

/** One event of a streamed completion. */
export function chunk(delta: Readonly<Record<string, unknown>>, finishReason: string | null = null): Step {
  return event({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
}

/** An event with any data. A string is sent unchanged. */
export function event(data: unknown): Step {
  return bytes(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
}

export const done: Step = event('[DONE]');

/** The last event before the end. It contains the token counts. */
export function usageEvent(usage: Usage): Step {
  return event({ ...common, object: 'chat.completion.chunk', choices: [], usage });
}

/** Sends a text in events, at a pace. */
export function pieces(text: string, { size = 16, speed = Number.POSITIVE_INFINITY }: Pace = {}): Step {
  return async (exchange) => {
    const characters = Array.from(text);
    for (let at = 0; at < characters.length && !exchange.signal.aborted; at += size) {
      await chunk({ content: characters.slice(at, at + size).join('') })(exchange);
      if (Number.isFinite(speed))
        await sleep((size / speed) * 1000, undefined, { signal: exchange.signal }).catch(() => undefined);
    }
  };
}

/** A whole answer, streamed as OpenAI streams it: text, finish_reason, token counts, `[DONE]`. */
export function streamed(text: string, pace: Pace = {}): Step {
  return inOrder(streamHead, pieces(text, pace), chunk({}, 'stop'), usageEvent(usualUsage), done, end);
}

/** A whole answer as one JSON body, from a provider that does not stream. */
export function atOnce(text: string | null, finishReason = 'stop'): Step {
  return respond(200, 'application/json', wholeCompletion(text, finishReason));
}

/** A whole answer as one JSON body, with these token counts. */
export function atOnceWith(text: string, finishReason: string, usage: Usage): Step {
  return respond(200, 'application/json', wholeCompletion(text, finishReason, usage));
}

/** A completion as one JSON body, with any choices or none. */
export function completion(choices: readonly unknown[]): Step {
  return respond(200, 'application/json', writeCompletion(choices));
}

/** Returns the JSON of a whole answer. */
export function wholeCompletion(
  text: string | null,
  finishReason = 'stop',
  usage: Usage = usualUsage,
): string {
  const message = { role: 'assistant', content: text };
  return writeCompletion([{ index: 0, message, finish_reason: finishReason }], usage);
}

function writeCompletion(choices: readonly unknown[], usage: Usage = usualUsage): string {
  return JSON.stringify({ ...common, object: 'chat.completion', choices, usage });
}
