import type { Suggestions } from '#contract/suggestions.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { Suggest } from './suggestions-api.ts';

export type SuggestState =
  | { readonly kind: 'loading'; readonly content: string }
  | { readonly kind: 'ready'; readonly content: string; readonly found: Suggestions }
  | { readonly kind: 'failed'; readonly content: string; readonly message: string };

export type SuggestSearch = {
  /** What became of the latest question; each state names the content that it is about. */
  state(): SuggestState;
  subscribe(listener: () => void): () => void;
  /** Asks about a content. A question that is still open is given up. */
  ask(content: string): void;
  stop(): void;
};

export const offlineMessage =
  'Suggestions come from the server, and it cannot be reached just now. Check your connection and try again.';

export function createSuggestSearch(suggest: Suggest): SuggestSearch {
  const listeners = new Set<() => void>();
  let state: SuggestState = { kind: 'loading', content: '' };
  let open: AbortController | null = null;

  function show(next: SuggestState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function search(content: string, { signal }: AbortController): Promise<void> {
    try {
      const found = await suggest(content, signal);
      if (!signal.aborted) show({ kind: 'ready', content, found });
    } catch (failure) {
      if (!signal.aborted) show({ kind: 'failed', content, message: wordsOf(failure) });
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask(content) {
      open?.abort();
      open = new AbortController();
      show({ kind: 'loading', content });
      void search(content, open);
    },
    stop() {
      open?.abort();
      open = null;
    },
  };
}

function wordsOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'network-failed') return offlineMessage;
  return failure instanceof Error ? failure.message : '';
}
