import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkFields } from '#core/links/link.ts';
import { ApiError, apiError } from '#web/api/send.ts';
import type { VersionEvent } from '#web/api/generations-api.ts';
import type { Writer } from '#web/api/writer.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { loadOnce } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

import { announcementOf, messageOfFailure } from './generation-messages.ts';
import { idle, reduceGeneration, type GenerationAction, type GenerationState } from './generation-state.ts';

export type GenerationOrder = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** The chosen links that the page knows. They mark links while the text arrives. */
  readonly knownLinks: readonly (LinkFields & { readonly id: string })[];
  /** Does the work before the request, such as saving the links, and returns who writes. */
  readonly prepare: () => Promise<Writer>;
};

export type PreparedOrder = Omit<GenerationOrder, 'prepare'> & { readonly writer: Writer };

/** An event that changes the state. The edits themselves go to the live text. */
export type StateEvent = Exclude<VersionEvent, { type: 'version-edit' }>;

export type RunOptions = {
  readonly signal: AbortSignal;
  readonly onEvent: (event: StateEvent) => void;
};

/** Sends the order and returns the finished generation. Aborting the signal ends it. */
export type RunGeneration = (order: PreparedOrder, options: RunOptions) => Promise<FinishedGeneration>;

export type GenerationController = {
  readonly state: ReadonlyStore<GenerationState>;
  /** The code of the last failure, until the next start or a reset. */
  readonly failure: ReadonlyStore<string | null>;
  /**
   * Starts a generation, unless one runs or its result is shown. Never throws: a failure goes to `onFailure`, and the
   * next generation may start.
   */
  start(order: GenerationOrder): Promise<void>;
  stop(): void;
  reset(): void;
};

export type GenerationParts = {
  readonly run: RunGeneration;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called for each action that changed the state. */
  readonly onAction: (action: GenerationAction) => void;
  readonly onFailure: (message: string) => void;
};

export function createGenerationController(parts: GenerationParts): GenerationController {
  const state = createStore(idle);
  const failure = createStore<string | null>(null);
  let call = new AbortController();

  /** Returns whether the action changed the state. */
  function act(action: GenerationAction): boolean {
    const next = reduceGeneration(state.get(), action);
    if (next === state.get()) return false;
    state.set(next);
    parts.onAction(action);
    return true;
  }

  function end(action: GenerationAction): void {
    call.abort();
    act(action);
  }

  async function generate(order: GenerationOrder, signal: AbortSignal): Promise<void> {
    if (order.content.trim() === '') throw apiError('content-empty');
    if (order.linkIds.length === 0) throw apiError('links-invalid');
    const writer = await order.prepare();
    if (signal.aborted) return;
    const onEvent = (event: StateEvent) => {
      if (!signal.aborted) act(event);
    };
    const generation = await parts.run({ ...order, writer }, { signal, onEvent });
    if (!signal.aborted) end({ type: 'generation-end', generation });
  }

  return {
    state,
    failure,
    async start(order) {
      if (!act({ type: 'generation-start', at: parts.now() })) return;
      failure.set(null);
      const { signal } = (call = new AbortController());
      try {
        await generate(order, signal);
      } catch (error) {
        if (signal.aborted) return;
        const { code, generation } = error instanceof ApiError ? error : { code: null, generation: null };
        const reason = messageOfFailure(error);
        failure.set(code);
        end({ type: 'generation-fail', reason, generation });
        parts.onFailure(reason);
      }
    },
    stop: () => end({ type: 'generation-stop' }),
    reset() {
      failure.set(null);
      end({ type: 'app-reset' });
    },
  };
}

export const loadGenerationView = () => import('./generation-view.tsx');

const loadAll = () => Promise.all([import('./run-generation.ts'), loadGenerationView()]);

export type PageGenerations = ReturnType<typeof createPageGenerations>;

/**
 * Creates the controller of the page's generations.
 * @param needsProof Whether the server requires a proof of work before its model writes.
 */
export function createPageGenerations(needsProof: boolean) {
  const awaitedProofs = createStore(0);
  /** Loads all code of a generation first, so that nothing is paid for that the page cannot show. */
  const load = loadOnce(async () => {
    const [{ createRequests, runGeneration }] = await loadAll();
    return { runGeneration, ...createRequests(needsProof, awaitedProofs) };
  });
  const loadOrFail = () =>
    load().catch((cause: unknown) => {
      throw apiError('network-failed', { cause });
    });
  const controller = createGenerationController({
    async run(order, options) {
      const { generateBy, runGeneration } = await loadOrFail();
      return runGeneration(await generateBy(order.writer), order, options);
    },
    now: () => Date.now(),
    onAction(action) {
      const message = announcementOf(action);
      if (message !== null) announce(message);
    },
    // An alert blocks the page: the page first gets time to show that it is ready again.
    onFailure: (message) => void setTimeout(() => window.alert(message), 30),
  });
  return {
    ...controller,
    /** The number of requests that wait for the proof of work of this browser. */
    awaitedProofs,
    /** Returns the function that requests a generation of this writer. */
    generateBy: async (writer: Writer) => (await loadOrFail()).generateBy(writer),
    /** Loads the code of a generation, and begins the proof of work. */
    preload() {
      // A failed preload is no failure yet: the code is loaded again when it is needed.
      load()
        .then(({ prepareProof }) => prepareProof())
        .catch(() => {});
    },
  };
}
