import { apiError, ApiError } from './api-error.ts';
import { readGenerationEvents } from './generation-events.ts';
import type { GenerationProgress } from './generation-events.ts';
import { send } from './send.ts';

type GenerationRequest = { readonly content: string; readonly linkIds: readonly string[] };

/** Asks for three versions and yields what arrives. Aborting the signal ends the call up to the provider. */
export type Generate = (request: GenerationRequest, signal: AbortSignal) => AsyncIterable<GenerationProgress>;

export function createGenerationsApi(origin = ''): Generate {
  return async function* generate(request, signal) {
    const response = await send({
      method: 'POST',
      path: `${origin}/api/generations`,
      body: request,
      accept: 'text/event-stream',
      signal,
      fallback: 'generation-failed',
    });
    if (response.body === null) throw apiError('generation-failed', { status: response.status });
    try {
      yield* readGenerationEvents(response.body);
    } catch (failure) {
      if (signal.aborted || failure instanceof ApiError) throw failure;
      throw apiError('network-failed', { cause: failure });
    }
  };
}
