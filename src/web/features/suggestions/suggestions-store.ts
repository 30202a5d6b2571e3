import { suggestionsSchema, type Suggestions } from '#contract/suggestions.ts';
import { ApiError, sendForJson } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { createStore } from '#web/lib/store.ts';

/** The state of the latest request. `content` is the text that it is about. */
export type SuggestionsState =
  | { readonly kind: 'loading'; readonly content: string }
  | { readonly kind: 'ready'; readonly content: string; readonly found: Suggestions }
  /** The message is in English. */
  | { readonly kind: 'failed'; readonly content: string; readonly message: string };

export const offlineMessage =
  'Suggestions come from the server, and it cannot be reached just now. Check your connection and try again.' satisfies EnglishText;

/** Requests the saved links that fit a text. */
export function createSuggestionsStore(suggest = requestSuggestions) {
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
    /** Asks for suggestions for a text. Aborts the earlier request. */
    ask(content: string): void {
      request.abort();
      request = new AbortController();
      set({ kind: 'loading', content });
      void load(content, request.signal);
    },
    stop: () => request.abort(),
  };
}

function requestSuggestions(content: string, signal: AbortSignal): Promise<Suggestions> {
  return sendForJson(
    { method: 'POST', path: '/api/suggestions', body: { content }, signal, fallback: 'unexpected' },
    suggestionsSchema,
  );
}

function messageOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'network-failed') return offlineMessage;
  return failure instanceof Error ? failure.message : '';
}
