import { suggestionsSchema, type Suggestions } from '#contract/suggestions.ts';
import { hasCode, messageOf, sendForJson } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, tCount } from '#web/lib/language.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createLatestTask } from '#web/lib/tasks.ts';

/** The state of the latest request. `content` is the text that it is about. */
export type SuggestionsState =
  | { readonly kind: 'loading'; readonly content: string }
  | { readonly kind: 'ready'; readonly content: string; readonly found: Suggestions }
  /** The message is in English. */
  | { readonly kind: 'failed'; readonly content: string; readonly message: string };

const offlineMessage =
  'You’re offline, so no links can be suggested. Check your connection and try again.' satisfies EnglishText;

/** The links that fit a text. */
type SuggestionsStore = ReadonlyStore<SuggestionsState> & {
  /** Requests suggestions for a text. Aborts the earlier request. */
  request(content: string): void;
  stop(): void;
};

export function createSuggestionsStore(suggest = requestSuggestions): SuggestionsStore {
  const { get, set, subscribe } = createStore<SuggestionsState>({ kind: 'loading', content: '' });
  const { run, stop } = createLatestTask();

  async function load(content: string, signal: AbortSignal): Promise<SuggestionsState> {
    try {
      return { kind: 'ready', content, found: await suggest(content, signal) };
    } catch (failure) {
      const isOffline = hasCode(failure, 'network-failed');
      return { kind: 'failed', content, message: isOffline ? offlineMessage : messageOf(failure) };
    }
  }

  return {
    get,
    subscribe,
    request(content) {
      set({ kind: 'loading', content });
      void run((signal) => load(content, signal), set);
    },
    stop,
  };
}

function requestSuggestions(content: string, signal: AbortSignal): Promise<Suggestions> {
  return sendForJson(
    { method: 'POST', path: './api/suggestions', body: { content }, signal, fallback: 'unexpected' },
    suggestionsSchema,
  );
}

export function foundMessage({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return t('No links saved yet');
  if (suggestions.length === 0) return t('Nothing in your text matches');
  const strong = suggestions.filter(({ isStrong }) => isStrong).length;
  return strong > 0
    ? tCount(strong, '{count} link fits this text', '{count} links fit this text')
    : tCount(suggestions.length, '{count} possible match', '{count} possible matches');
}

export function searchedMessage({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return t('Save your affiliate links first, then try again.');
  return suggestions.length === 0
    ? tCount(
        searched,
        'Your only link was searched. A longer text or description may help.',
        '{count} links were searched. A longer text or longer descriptions may help.',
      )
    : tCount(searched, 'From your only link', 'From your {count} links');
}

/** In characters. */
const quoteLength = 200;

/** Returns the sentence that a link fits, or the first words of a long one. */
export function quoteOf(
  content: string,
  { start, end }: Suggestions['suggestions'][number]['sentence'],
): string {
  const sentence = content.slice(start, Math.min(end, start + 4 * quoteLength));
  const plain = sentence.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= quoteLength) return plain;
  const wholeWords = plain.slice(0, quoteLength).replace(/\s\S*$/, '');
  return `${wholeWords.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
