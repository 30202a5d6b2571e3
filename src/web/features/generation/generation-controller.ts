import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { pageMessages } from '#core/errors/page-messages.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import type { Generate, Writer } from '#web/api/generations-api.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { ApiError, apiError, loaded } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { createStore, type ReadonlyStore, type Store } from '#web/lib/store.ts';
import { loadOnce } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';
import { messageOfFinished } from '#web/version-view/shown-version.ts';
import type { ShownResult } from '#web/version-view/stored-result.ts';

import type { Run, RunOptions, runGeneration } from './run-generation.ts';

export type PageOrder = OrderedRequest & {
  /** The selected links that the page knows. They mark links while the text arrives. */
  readonly knownLinks: readonly (LinkToWeave & { readonly id: string })[];
};

/** The version that is shown while a generation runs, as far as it has arrived. */
export type LiveVersion = {
  /** Null before the first version begins. */
  readonly version: VersionName | null;
  /** The versions that are being written. The parts of a long text may write several at once. */
  readonly open: readonly VersionName[];
  readonly done: readonly VersionName[];
  /** The user's text, to which the edits belong. */
  readonly content: string;
  readonly urls: readonly string[];
  /** How many of these links the version contains so far. */
  readonly woven: number;
  /** In the order of the content. */
  readonly edits: readonly Edit[];
  /** The id of the edit that arrived last. */
  readonly newest: string | null;
};

/**
 * A generation may end early, after some versions are finished. The versions of a result stay until the next generation
 * has some.
 */
type Ready = { readonly phase: 'idle' } | ShownResult;

export type GenerationState =
  | Ready
  | {
      readonly phase: 'processing';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      readonly live: ReadonlyStore<LiveVersion>;
      readonly order: PageOrder;
    };

/** Why a generation failed. */
type Failure = {
  /** Null if the failure has none. */
  readonly code: string | null;
  readonly message: string;
  /** What another try must ask for, because the result of its order is still shown. */
  readonly retry: 'again' | undefined;
};

/** The code of a generation, which is loaded when it is needed. */
export type GenerationCode = {
  readonly generate: Generate;
  readonly runGeneration: typeof runGeneration;
};

type Loads = {
  readonly loadChoice: () => Promise<{
    /** Returns the writer, and does the work before the request, such as saving the links. */
    saveAndChoose(linkIds: readonly string[], isBuiltIn: boolean): Promise<Writer>;
  }>;
  readonly loadCode: () => Promise<GenerationCode>;
};

/**
 * A writer that the visitor has requested. 'earlier' shows the generation that this tab had ordered from the server's
 * model before a reload, and starts none. 'again' writes anew what is shown, with the writer that is in use now.
 */
type RequestedWriter = Exclude<Writer['kind'], 'server' | 'own' | 'browser'> | 'again';

const idle: Ready = { phase: 'idle' };

/** Controls the generations of a page, of which one runs at a time. */
export type GenerationController = {
  readonly state: Store<GenerationState>;
  /** The last failure, until the next start or a reset. */
  readonly failure: ReadonlyStore<Failure | null>;
  /** Starts a generation, unless one runs or the result of the same order is shown. Never rejects. */
  start(order: PageOrder, by?: RequestedWriter): Promise<void>;
  stop(): void;
  reset(): void;
};

export function createGenerationController(loads: Loads): GenerationController {
  const state = createStore<GenerationState>(idle);
  const failure = createStore<Failure | null>(null);
  /** The state before the running generation. It is restored if this generation has no finished version. */
  let before: Ready = idle;
  let ending = new AbortController();
  let run: Run | null = null;

  /** Shows the versions that are finished, if there are any. Returns what screen readers hear about them. */
  function endEarly(generation: FinishedGeneration | null, reason: string): string[] {
    state.set(generation === null ? before : { phase: 'unfinished', generation, reason });
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
      const own = (ending = new AbortController());
      const live = createStore(nothingOf(order));
      state.set({ phase: 'processing', startedAt: Date.now(), live, order });
      announce(t('Generating'));
      try {
        run = await begin(loads, order, by, { signal: own.signal, live });
        const generation = await run.result;
        if (own.signal.aborted) return;
        state.set({ phase: 'result', generation });
      } catch (error) {
        if (own.signal.aborted) return;
        const { code, message, finished } = readFailure(error, run);
        failure.set({ code, message, retry: by === 'again' ? by : undefined });
        announce(endEarly(finished, message)[0] ?? t('Your versions were not written'));
      } finally {
        own.abort();
      }
    },
    stop() {
      if (state.get().phase !== 'processing') return;
      ending.abort();
      announce([t('Generation stopped'), ...endEarly(run?.kept() ?? null, stoppedReason)].join('. '));
    },
    reset() {
      ending.abort();
      failure.set(null);
      state.set(idle);
    },
  };
}

const stoppedReason = 'You stopped the generation.' satisfies EnglishText;

/** Sends an order. Throws if the signal aborts before the order is sent. */
async function begin(
  { loadChoice, loadCode }: Loads,
  order: PageOrder,
  by: RequestedWriter | undefined,
  options: Omit<RunOptions, 'writer'>,
): Promise<Run> {
  if (order.content.trim() === '') throw apiError('content-empty');
  if (order.linkIds.length === 0) throw apiError('links-invalid');
  const writer =
    by === 'earlier'
      ? ({ kind: by } as const)
      : await (await loaded(loadChoice())).saveAndChoose(order.linkIds, by === 'built-in');
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
  return { code: error.code, message, finished: error.generation ?? run?.kept() ?? null };
}

/**
 * Returns whether the state is the result of this order. The sequence in which the links were ticked does not matter.
 * @param known The links as they are now. The result is of another order if one has another URL now.
 */
export function isResultOf(
  { content, linkIds, instructions }: OrderedRequest,
  state: GenerationState,
  known: PageOrder['knownLinks'] = [],
): boolean {
  if (state.phase !== 'result') return false;
  const { text, links, instructions: followed = '' } = state.generation;
  const ids = new Set(linkIds);
  const isSameText = content === text && instructions.trim() === followed;
  const isSame = ids.size === links.length && links.every(({ id }) => ids.has(id));
  return isSameText && isSame && changedLinks(state, () => known) === '';
}

/** Finds the links with these ids as they are now. */
export type FindLinks = (ids: readonly string[]) => PageOrder['knownLinks'];

/** Returns the ids of the shown versions' links that have another URL now, as one text. */
export function changedLinks(state: GenerationState, find: FindLinks): string {
  if (!('generation' in state)) return '';
  const urls = new Map(state.generation.links.map(({ id, url }) => [id, url]));
  const changed = find([...urls.keys()]).filter(({ id, url }) => (urls.get(id) ?? url) !== url);
  return changed.map(({ id }) => id).join(' ');
}

/** Returns what is shown before the first version: the content alone. */
export function nothingOf({ content, knownLinks }: PageOrder): LiveVersion {
  const urls = knownLinks.map(({ url }) => url);
  return { version: null, open: [], done: [], content, urls, woven: 0, edits: [], newest: null };
}

export type PageGenerations = GenerationController & {
  /** Requests a generation in addition to the one that the page shows. */
  readonly generate: Generate;
  /** Loads the code of a generation. */
  preload(): void;
};

/** Creates the controller of the page's generations. */
export function createPageGenerations(
  loadChoice: Loads['loadChoice'],
  load: Loads['loadCode'],
): PageGenerations {
  const loadCode = loadOnce(load);
  const controller = createGenerationController({ loadChoice, loadCode });
  controller.failure.subscribe(() => {
    const failed = controller.failure.get();
    // An alert blocks the page. So the page first gets time to show that it is ready again.
    if (failed !== null) setTimeout(() => window.alert(translated(failed.message)), 30);
  });
  return {
    ...controller,
    generate: async (...given: Parameters<Generate>) => (await loaded(loadCode())).generate(...given),
    preload() {
      // A failed preload is not reported, because the code is loaded again when it is needed.
      loadCode().catch(() => {});
    },
  };
}
