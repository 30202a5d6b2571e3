import type { ServerResponse } from 'node:http';

import type { FastifyReply } from 'fastify';

const keepAliveInterval = 15_000;
/** Who takes nothing for so long is gone, or means to hold the answer for ever. */
const stallLimit = 120_000;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

type Event = { readonly type: string };

type StreamOptions = {
  /** The last event of a stream whose source failed. */
  readonly lastWords: (error: unknown) => Event;
  /** In milliseconds. */
  readonly interval?: number;
  /** For so many milliseconds a client may take nothing of what is there for it. */
  readonly patience?: number;
};

/**
 * Answers with events as `text/event-stream`, the object's `type` as the event's name. Begins with a comment, so that
 * the headers leave at once, and repeats one while nothing happens, so that no proxy takes the silence for an end.
 * Asks for an event only when the client has taken those before.
 */
export function sendEventStream(
  reply: FastifyReply,
  events: AsyncIterable<Event>,
  options: StreamOptions,
): FastifyReply {
  const { raw } = reply;
  // Straight to the response: a stream between them would cost as much again for each of a reply's many small pieces.
  reply.hijack();
  const headers = Object.entries({ ...reply.getHeaders(), ...streamHeaders });
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  // Who leaves in the middle of a write is no failure.
  raw.on('error', () => undefined);
  raw.setTimeout(options.patience ?? stallLimit, () => raw.destroy());
  void writeEvents(raw, events, options);
  return reply;
}

async function writeEvents(
  response: ServerResponse,
  events: AsyncIterable<Event>,
  { lastWords, interval = keepAliveInterval }: StreamOptions,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]();
  const first = iterator.next();
  response.write(': open\n\n');
  const silence = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, interval);
  try {
    for (let step = await first; step.done !== true; step = await iterator.next()) {
      if (response.destroyed) break;
      silence.refresh();
      if (!response.write(textOf(step.value))) await drained(response);
    }
  } catch (error) {
    const words = lastWords(error);
    if (!response.destroyed) response.write(textOf(words));
  } finally {
    clearInterval(silence);
    response.end();
    await iterator.return?.();
  }
}

function textOf(event: Event): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Ends too when the client leaves. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.once('drain', go);
    response.once('close', go);
  });
}
