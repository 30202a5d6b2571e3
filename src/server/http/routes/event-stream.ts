import type { ServerResponse } from 'node:http';

import type { FastifyReply } from 'fastify';

/** In milliseconds. */
const keepAliveInterval = 15_000;
/** In milliseconds. A client that reads nothing for this time is gone, or blocks the answer on purpose. */
const stallTimeout = 120_000;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

type Event = { readonly type: string };

type StreamOptions = {
  /** Returns the last event of a stream whose source failed. */
  readonly problemEvent: (error: unknown) => Event;
  /** Milliseconds between two keep-alive comments. */
  readonly keepAlive?: number;
  /** Milliseconds for which a client may read nothing. */
  readonly timeout?: number;
};

/**
 * Answers with events as `text/event-stream`. The object's `type` is the event's name. Begins with a comment, so that the
 * headers are sent at once, and repeats a comment during silence, so that no proxy closes the connection.
 * Reads the next event only after the client has read the previous ones.
 */
export function sendEventStream(
  reply: FastifyReply,
  events: AsyncIterable<Event>,
  options: StreamOptions,
): FastifyReply {
  const { raw } = reply;
  // Writes to the response itself: a stream in between would double the cost of each of the many small events.
  reply.hijack();
  const headers = Object.entries({ ...reply.getHeaders(), ...streamHeaders });
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  // A client that leaves during a write is not a failure.
  raw.on('error', () => undefined);
  raw.setTimeout(options.timeout ?? stallTimeout, () => raw.destroy());
  void writeEvents(raw, events, options);
  return reply;
}

async function writeEvents(
  response: ServerResponse,
  events: AsyncIterable<Event>,
  { problemEvent, keepAlive = keepAliveInterval }: StreamOptions,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]();
  const first = iterator.next();
  response.write(': open\n\n');
  const timer = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, keepAlive);
  try {
    for (let step = await first; step.done !== true; step = await iterator.next()) {
      if (response.destroyed) break;
      timer.refresh();
      if (!response.write(textOf(step.value))) await drained(response);
    }
  } catch (error) {
    const event = problemEvent(error);
    if (!response.destroyed) response.write(textOf(event));
  } finally {
    clearInterval(timer);
    response.end();
    await iterator.return?.();
  }
}

function textOf(event: Event): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Resolves when the client has read the buffer, or has left. */
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
