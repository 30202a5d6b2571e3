import { pageMessages } from '#core/errors/page-messages.ts';
import { linksOfRelinks } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Generate, Writer } from '#web/api/generations-api.ts';
import { ApiError, apiError, loaded } from '#web/api/send.ts';
import { t, translated } from '#web/lib/language.ts';
import { createStore, type ReadonlyStore, type Store } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { messageOfFinished } from '#web/version-view/shown-version.ts';

import {
  isResultOf,
  nothingOf,
  stoppedReason,
  type GenerationState,
  type LiveVersion,
  type PageOrder,
  type ReadyState,
} from './generation-state.ts';
import type { Run, RunOptions, runGeneration } from './run-generation.ts';

/** Why a generation failed. */
type Failure = {
  /** Null if the failure has none. */
  readonly code: string | null;
  readonly message: string;
  /** What another try must ask for, because the result of its order is still shown. */
  readonly retry: 'again' | undefined;
};

/** The code of a generation, which is loaded when there is content. */
export type GenerationCode = {
  readonly generate: Generate;
  readonly runGeneration: typeof runGeneration;
};

/**
 * How a generation is to be written. 'earlier' shows the generation that this tab had ordered from the server's model
 * before a reload, and starts none. 'again' writes anew what is shown, with the writer that is in use now.
 */
type RequestedWriter = 'built-in' | 'earlier' | 'again';

/** The generations of a page, of which one runs at a time. */
export type GenerationController = {
  readonly state: Store<GenerationState>;
  /** The last failure, until the next start or a reset. */
  readonly failure: ReadonlyStore<Failure | null>;
  /** Starts a generation, unless one runs or the result of the same order is shown. Never throws. */
  start(order: PageOrder, by?: RequestedWriter): Promise<void>;
  /** Ends the running generation, and shows the versions that are finished. */
  stop(): void;
  reset(): void;
};

type Options = {
  /** Returns the writer, and does the work before the request, such as saving the links. */
  readonly chooseWriter: (linkIds: readonly string[], isBuiltIn: boolean) => Promise<Writer>;
  readonly loadCode: () => Promise<GenerationCode>;
  /** Shows why a generation failed. */
  readonly alert: (message: string) => void;
};

const idle: ReadyState = { phase: 'idle' };

/** Creates the controller of the page's generations. */
export function createGenerationController({ alert, ...options }: Options): GenerationController {
  const state = createStore<GenerationState>(idle);
  const failure = createStore<Failure | null>(null);
  /** The state before the running generation. It is restored if this generation has no finished version. */
  let before: ReadyState = idle;
  let ending = new AbortController();
  let run: Run | null = null;
  let retry: Failure['retry'];

  /** Shows the versions that are finished, if there are any. Returns what screen readers hear about them. */
  function endEarly(generation: FinishedGeneration | null, reason: string): string[] {
    state.set(generation === null ? before : unfinishedState(generation, reason, run));
    return generation === null ? [] : [messageOfFinished(generation)];
  }

  return {
    state,
    failure,
    async start(order, by = failure.get()?.retry) {
      const now = state.get();
      if (now.phase === 'processing') return;
      failure.set(null);
      if (by !== 'again' && isResultOf(order, now, order.knownLinks)) return;
      before = now;
      run = null;
      retry = by === 'again' ? by : undefined;
      const own = (ending = new AbortController());
      const live = createStore(nothingOf(order));
      state.set({ phase: 'processing', startedAt: Date.now(), live, order });
      announce(t('Generating'));
      try {
        run = await begin(options, order, by, { signal: own.signal, live });
        const generation = await run.result;
        if (!own.signal.aborted) state.set({ phase: 'result', generation });
      } catch (error) {
        if (own.signal.aborted) return;
        const { code, message, finished } = readFailure(error, run);
        failure.set({ code, message, retry });
        alert(translated(message));
        announce(endEarly(finished, message)[0] ?? t('Couldn’t generate your versions'));
      } finally {
        own.abort();
      }
    },
    stop() {
      const now = state.get();
      if (now.phase !== 'processing') return;
      ending.abort();
      const stopped = stoppedState(now.live.get(), run, before);
      if (stopped === before) failure.set({ code: 'stopped', message: stoppedReason, retry });
      state.set(stopped);
      announce(stopped.phase === 'unfinished' ? messageOfFinished(stopped.generation) : t(stoppedReason));
    },
    reset() {
      ending.abort();
      failure.set(null);
      state.set(idle);
    },
  };
}

/** Returns the finished versions, those from before, or else what had been written. */
function stoppedState({ content, urls }: LiveVersion, run: Run | null, before: ReadyState): ReadyState {
  const finished = run?.finished() ?? null;
  if (finished !== null) return unfinishedState(finished, stoppedReason, run);
  if ('generation' in before) return before;
  return { phase: 'stopped', content, urls, partial: run?.partial() ?? {} };
}

function unfinishedState(generation: FinishedGeneration, reason: string, run: Run | null): ReadyState {
  return { phase: 'unfinished', generation, reason, partial: run?.partial() };
}

/** Sends an order. Throws if the signal aborts before the order is sent. */
async function begin(
  { chooseWriter, loadCode }: Omit<Options, 'alert'>,
  order: PageOrder,
  by: RequestedWriter | undefined,
  options: Omit<RunOptions, 'writer'>,
): Promise<Run> {
  if (order.content.trim() === '') throw apiError('content-empty');
  if (order.linkIds.length === 0) throw apiError('links-invalid');
  const writer =
    by === 'earlier'
      ? ({ kind: by } as const)
      : await chooseWriter([...order.linkIds, ...linksOfRelinks(order.relinks)], by === 'built-in');
  options.signal.throwIfAborted();
  const { generate, runGeneration } = await loaded(loadCode());
  options.signal.throwIfAborted();
  return runGeneration(generate, order, { ...options, writer });
}

/** Returns what a failure says, and the versions that were finished before it; null if there are none. */
function readFailure(error: unknown, run: Run | null) {
  const message = error instanceof Error ? error.message : pageMessages['generation-failed'];
  if (!(error instanceof ApiError)) return { code: null, message, finished: null };
  // The server has sent no generation if the connection to it is lost.
  return { code: error.code, message, finished: error.generation ?? run?.finished() ?? null };
}
