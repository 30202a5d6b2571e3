import { GenerationFailure } from '#web/api/generation-failure.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkFields } from '#core/links/link.ts';
import { ApiError, apiError } from '#web/api/send.ts';
import type { Writer } from '#web/api/writer.ts';
import { loadOnce } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';
import { pageMessages } from '#core/errors/page-messages.ts';
import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';
import { createStore, type ReadonlyStore, type Store } from '#web/lib/store.ts';

export type GenerationOrder = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** The selected links that the page knows. They mark links while the text arrives. */
  readonly knownLinks: readonly (LinkFields & { readonly id: string })[];
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
  /** The addresses of the selected links. */
  readonly urls: readonly string[];
  /** How many of these links the version contains so far. */
  readonly woven: number;
  /** In the order of the content. */
  readonly edits: readonly Edit[];
  /** The id of the edit that arrived last. */
  readonly newest: string | null;
};

/** A generation may fail after it has finished some versions. They stay until the next one begins. */
type Ready =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'unfinished';
      readonly generation: FinishedGeneration;
      /** Why it failed, as a message for the user. */
      readonly reason: string;
    };

export type GenerationState =
  | Ready
  | {
      readonly phase: 'processing';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      readonly live: ReadonlyStore<LiveVersion>;
    }
  | { readonly phase: 'result'; readonly generation: FinishedGeneration };

/** A run writes what has arrived into `live`. */
export type RunOptions = { readonly signal: AbortSignal; readonly live: Store<LiveVersion> };

/** Sends the order and returns the finished generation. Aborting the signal ends it. */
export type RunGeneration = (
  order: GenerationOrder,
  writer: Writer,
  options: RunOptions,
) => Promise<FinishedGeneration>;

const idle: Ready = { phase: 'idle' };

/** Controls the generations of a page, of which one runs at a time. A failure goes to `onFailure`. */
export function createGenerationController(run: RunGeneration, onFailure: (message: string) => void) {
  const state = createStore<GenerationState>(idle);
  /** The code of the last failure, until the next start or a reset. */
  const failure = createStore<string | null>(null);
  /** The state before the running generation. It is restored if this generation returns nothing. */
  let before: Ready = idle;
  let call = new AbortController();

  function fail(error: unknown): void {
    const code = error instanceof ApiError ? error.code : null;
    const generation = error instanceof GenerationFailure ? error.generation : null;
    const reason = messageOfFailure(error);
    failure.set(code);
    state.set(generation === null ? before : { phase: 'unfinished', generation, reason });
    if (generation !== null) announce(messageOfFinished(generation));
    onFailure(reason);
  }

  return {
    state,
    failure,
    /**
     * Starts a generation, unless one runs or its result is shown. Never throws.
     * @param prepare Does the work before the request, such as saving the links, and returns who writes.
     */
    async start(order: GenerationOrder, prepare: () => Promise<Writer>): Promise<void> {
      const now = state.get();
      if (now.phase === 'processing' || now.phase === 'result') return;
      before = now;
      failure.set(null);
      const own = (call = new AbortController());
      const live = createStore(nothingOf(order));
      state.set({ phase: 'processing', startedAt: Date.now(), live });
      announce('Generating');
      try {
        const writer = await writerOf(order, prepare);
        if (own.signal.aborted) return;
        const generation = await run(order, writer, { signal: own.signal, live });
        if (own.signal.aborted) return;
        state.set({ phase: 'result', generation });
        announce('3 versions ready');
      } catch (error) {
        if (!own.signal.aborted) fail(error);
      } finally {
        own.abort();
      }
    },
    stop(): void {
      if (state.get().phase !== 'processing') return;
      call.abort();
      state.set(before);
      announce('Generation stopped');
    },
    reset(): void {
      call.abort();
      failure.set(null);
      state.set(idle);
    },
  };
}

async function writerOf(
  { content, linkIds }: GenerationOrder,
  prepare: () => Promise<Writer>,
): Promise<Writer> {
  if (content.trim() === '') throw apiError('content-empty');
  if (linkIds.length === 0) throw apiError('links-invalid');
  return prepare();
}

/** Returns what is shown before the first version: the content alone. */
export function nothingOf({ content, knownLinks }: GenerationOrder): LiveVersion {
  const urls = knownLinks.map(({ url }) => url);
  return { version: null, open: [], done: [], content, urls, woven: 0, edits: [], newest: null };
}

/** Returns how many versions are finished, such as "2 of 3 versions were finished". */
export function messageOfFinished({ unfinished }: FinishedGeneration): string {
  const finished = versionNames.length - unfinished.length;
  return `${finished} of ${versionNames.length} versions ${finished === 1 ? 'was' : 'were'} finished`;
}

export function messageOfFailure(failure: unknown): string {
  return failure instanceof Error ? failure.message : pageMessages['generation-failed'];
}

/** Waits for code. Throws 'network-failed' if it cannot be loaded. */
export function loaded<T>(code: Promise<T>): Promise<T> {
  return code.catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
}

export const loadGenerationView = () => import('./finished-version.tsx');

/** Loads all the code of a generation, so that nothing is paid for that the page cannot show. */
const loadAll = () => Promise.all([import('./run-generation.ts'), loadGenerationView()]);

export type PageGenerations = ReturnType<typeof createPageGenerations>;

/**
 * Creates the controller of the page's generations.
 * @param needsProof Whether the server requires a proof of work before its model writes.
 */
export function createPageGenerations(needsProof: boolean) {
  const awaitedProofs = createStore(0);
  const load = loadOnce(async () => {
    const [{ createRequests, runGeneration }] = await loadAll();
    return { runGeneration, ...createRequests(needsProof, awaitedProofs) };
  });
  const controller = createGenerationController(
    async (order, writer, options) => {
      const { generateBy, runGeneration } = await loaded(load());
      return runGeneration(await generateBy(writer), order, options);
    },
    // An alert blocks the page: the page first gets time to show that it is ready again.
    (message) => void setTimeout(() => window.alert(message), 30),
  );
  return {
    ...controller,
    /** The number of requests that wait for the proof of work of this browser. */
    awaitedProofs,
    /** Returns the function that requests a generation of this writer. */
    generateBy: async (writer: Writer) => (await loaded(load())).generateBy(writer),
    /** Loads the code of a generation, and begins the proof of work. */
    preload() {
      // A failed preload is no failure yet: the code is loaded again when it is needed.
      load()
        .then(({ prepareProof }) => prepareProof())
        .catch(() => {});
    },
  };
}
