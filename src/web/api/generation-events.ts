import { createParser } from 'eventsource-parser';

import { generationEventSchema } from '#contract/generations.ts';
import type { GenerationEvent } from '#contract/generations.ts';

import { ApiError, apiError } from './api-error.ts';

/** What a generation says while it runs; the last one is the result. A problem is thrown instead. */
export type GenerationProgress = Exclude<GenerationEvent, { type: 'problem' }>;

/**
 * Reads the event stream of a generation and ends after its result.
 * Throws an `ApiError` for a problem sent in the stream, for an unreadable message and for a stream that broke off.
 */
export async function* readGenerationEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<GenerationProgress, void> {
  const arrived: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }));
      for (const data of arrived.splice(0)) {
        const event = progressOf(data);
        yield event;
        if (event.type === 'result') return;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  throw apiError('network-failed');
}

function progressOf(data: string): GenerationProgress {
  const event = generationEventSchema.safeParse(parseJson(data));
  if (!event.success) throw apiError('page-outdated', { cause: event.error });
  if (event.data.type === 'problem') throw new ApiError({ ...event.data, status: null });
  return event.data;
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
