import { type Suggestions, suggestionsSchema } from '#contract/suggestions.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { sendForJson } from '#web/api/send.ts';

/** The state of the latest request. `content` is the text that it is about. */
export type SuggestionsState =
  | { readonly kind: 'loading'; readonly content: string }
  | { readonly kind: 'ready'; readonly content: string; readonly found: Suggestions }
  | { readonly kind: 'failed'; readonly content: string; readonly message: string };

export type SuggestionsStore = ReadonlyStore<SuggestionsState> & {
  /** Asks for suggestions for a text. Ends the request before. */
  ask(content: string): void;
  stop(): void;
};

export const offlineMessage =
  'Suggestions come from the server, and it cannot be reached just now. Check your connection and try again.';

export function createSuggestionsStore(suggest: Suggest): SuggestionsStore {
  const { get, set, subscribe } = createStore<SuggestionsState>({ kind: 'loading', content: '' });
  let request = new AbortController();

  async function load(content: string, signal: AbortSignal): Promise<void> {
    try {
      const found = await suggest(content, signal);
      if (!signal.aborted) set({ kind: 'ready', content, found });
    } catch (failure) {
      if (!signal.aborted) set({ kind: 'failed', content, message: messageOf(failure) });
    }
  }

  return {
    get,
    subscribe,
    ask(content) {
      request.abort();
      request = new AbortController();
      set({ kind: 'loading', content });
      void load(content, request.signal);
    },
    stop: () => request.abort(),
  };
}

function messageOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'network-failed') return offlineMessage;
  return failure instanceof Error ? failure.message : '';
}

/** Requests the saved links that fit a text. */
export type Suggest = (content: string, signal: AbortSignal) => Promise<Suggestions>;

export function createSuggestionsApi(): Suggest {
  return (content, signal) =>
    sendForJson(
      {
        method: 'POST',
        path: '/api/suggestions',
        body: { content },
        signal,
        fallback: 'unexpected',
      },
      suggestionsSchema,
    );
}
