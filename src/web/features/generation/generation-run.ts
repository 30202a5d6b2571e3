import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { LinkFields } from '#core/links/link.ts';
import { pageMessages } from '#core/errors/page-messages.ts';
import { ApiError, apiError } from '#web/api/api-error.ts';
import type { GenerationProgress } from '#web/api/generation-events.ts';
import type { Writer } from '#web/api/writer.ts';

import { generationMachine, idle } from './generation-machine.ts';
import type { GenerationAction, GenerationState } from './generation-machine.ts';

export type GenerationOrder = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** The chosen links as far as the page knows them; they mark links while the text arrives. */
  readonly knownLinks: readonly (LinkFields & { readonly id: string })[];
  /** Does what has to be done first, such as saving the links, and tells who writes; nothing is sent before. */
  readonly prepare: () => Promise<Writer>;
};

export type PreparedOrder = Omit<GenerationOrder, 'prepare'> & { readonly writer: Writer };

/** What a run is told of what arrives; the edits themselves are shown elsewhere. */
export type Arrival = Exclude<GenerationProgress, { type: 'version-edit' }>;

/** Sends the order and yields what arrives; aborting the signal ends it. */
export type Arrive = (order: PreparedOrder, signal: AbortSignal) => AsyncIterable<Arrival>;

export type GenerationRun = {
  state(): GenerationState;
  /** What the last failure is called, until the next start or a reset. */
  failure(): string | null;
  /** Ignored while one runs or its result is shown. Never throws: a failure goes to `onFail`, and the run is ready again. */
  start(order: GenerationOrder): Promise<void>;
  stop(): void;
  reset(): void;
  subscribe(listener: () => void): () => void;
};

export type GenerationHost = {
  readonly arrive: Arrive;
  readonly now: () => number;
  /** Hears of each action that changed the state. */
  readonly onAct: (action: GenerationAction) => void;
  readonly onFail: (message: string) => void;
};

export function createGenerationRun(host: GenerationHost): GenerationRun {
  const listeners = new Set<() => void>();
  let state = idle;
  let call = new AbortController();
  let lastFailure: string | null = null;

  /** True where it changed something; a reset is always told, for a failure may be all that it forgets. */
  function act(action: GenerationAction): boolean {
    const next = generationMachine(state, action);
    if (action.type === 'app-reset') lastFailure = null;
    else if (next === state) return false;
    state = next;
    for (const listener of listeners) listener();
    host.onAct(action);
    return true;
  }

  function end(action: GenerationAction): void {
    call.abort();
    act(action);
  }

  async function listen(order: GenerationOrder, signal: AbortSignal): Promise<void> {
    checkOrder(order);
    const writer = await order.prepare();
    if (signal.aborted) return;
    for await (const event of host.arrive({ ...order, writer }, signal)) {
      if (signal.aborted) return;
      if (event.type === 'result') return end({ type: 'generation-end', generation: event.generation });
      act(event);
    }
  }

  return {
    state: () => state,
    failure: () => lastFailure,
    async start(order) {
      if (!act({ type: 'generation-start', at: host.now() })) return;
      lastFailure = null;
      const { signal } = (call = new AbortController());
      try {
        await listen(order, signal);
      } catch (failure) {
        if (signal.aborted) return;
        lastFailure = failure instanceof ApiError ? failure.code : null;
        end({ type: 'generation-fail', reason: failureMessage(failure), generation: keptOf(failure) });
        host.onFail(failureMessage(failure));
      }
    },
    stop: () => end({ type: 'generation-stop' }),
    reset: () => end({ type: 'app-reset' }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function checkOrder({ content, linkIds }: GenerationOrder): void {
  if (content.trim() === '') throw apiError('content-empty');
  if (linkIds.length === 0) throw apiError('links-invalid');
}

export function failureMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : pageMessages['generation-failed'];
}

/** What was finished before the failure. */
function keptOf(failure: unknown): FinishedGeneration | null {
  return failure instanceof ApiError ? failure.generation : null;
}
