import { ProblemError, problemMessages } from '#core/problem/problem.ts';

import type { Arrival } from './arriving.ts';
import { generationMachine, idle } from './generation-machine.ts';
import type { GenerationAction, GenerationState } from './generation-machine.ts';
import type { LiveText } from './live-text.ts';

export type GenerationOrder = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** The chosen links' addresses as far as the page knows them; they mark links while the text arrives. */
  readonly knownUrls: readonly string[];
  /** What has to be done first, such as saving the links; the order is not sent before it ends well. */
  readonly prepare: () => Promise<void>;
};

/** Sends the order and yields what arrives; aborting the signal ends it. */
export type Arrive = (order: GenerationOrder, signal: AbortSignal) => AsyncIterable<Arrival>;

export type GenerationRun = {
  state(): GenerationState;
  /** Ignored unless idle. Never throws: a failure goes to `onFail`, and the run is idle again. */
  start(order: GenerationOrder): Promise<void>;
  stop(): void;
  reset(): void;
  subscribe(listener: () => void): () => void;
};

export type GenerationHost = {
  readonly arrive: Arrive;
  readonly live: LiveText;
  readonly now: () => number;
  /** Hears of each action that changed the state. */
  readonly onAct: (action: GenerationAction) => void;
  readonly onFail: (message: string) => void;
};

export function createGenerationRun(host: GenerationHost): GenerationRun {
  const listeners = new Set<() => void>();
  let state = idle;
  let call = new AbortController();

  function act(action: GenerationAction): void {
    const next = generationMachine(state, action);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
    host.onAct(action);
  }

  function end(action: GenerationAction): void {
    call.abort();
    host.live.clear();
    act(action);
  }

  async function listen(order: GenerationOrder, signal: AbortSignal): Promise<void> {
    checkOrder(order);
    await order.prepare();
    if (signal.aborted) return;
    for await (const event of host.arrive(order, signal)) {
      if (signal.aborted) return;
      if (event.type === 'result') return end({ type: 'generation-end', generation: event.generation });
      if (event.type === 'version-start') host.live.clear();
      if (event.type === 'version-text') host.live.append(event.segments);
      else act(event);
    }
  }

  return {
    state: () => state,
    async start(order) {
      if (state.phase !== 'idle') return;
      call = new AbortController();
      const { signal } = call;
      act({ type: 'generation-start', at: host.now() });
      try {
        await listen(order, signal);
      } catch (failure) {
        if (signal.aborted) return;
        end({ type: 'generation-fail' });
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
  if (content.trim() === '') throw new ProblemError('content-empty');
  if (linkIds.length === 0) throw new ProblemError('links-invalid');
}

export function failureMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : problemMessages['generation-failed'];
}
