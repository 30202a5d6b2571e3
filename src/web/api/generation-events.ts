import { createParser } from 'eventsource-parser';

import { generationEventSchema, type GenerationEvent } from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import { ApiError, apiError } from './api-error.ts';

/** An event of a running generation: a version begins, gets an edit, or ends. */
export type VersionEvent = Exclude<GenerationEvent, { type: 'problem' | 'result' }>;

/**
 * Reads the event stream of a generation. Calls `onEvent` for each event and returns the result. Cancels the stream
 * when it stops reading, also when `onEvent` throws.
 * Throws an `ApiError` for a problem in the stream, for an unreadable message, and for a stream that breaks off.
 */
export async function readGeneration(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: VersionEvent) => void,
): Promise<FinishedGeneration> {
  const arrived: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const read = () =>
    reader.read().catch((cause: unknown) => {
      throw apiError('network-failed', { cause });
    });
  try {
    for (let chunk = await read(); !chunk.done; chunk = await read()) {
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      for (const data of arrived.splice(0)) {
        const event = parseEvent(data);
        if (event.type === 'result') return event.generation;
        onEvent(event);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  throw apiError('network-failed');
}

function parseEvent(data: string): Exclude<GenerationEvent, { type: 'problem' }> {
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
