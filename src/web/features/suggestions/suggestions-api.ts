import { suggestionsSchema, type Suggestions } from '#contract/suggestions.ts';

import { sendForJson } from '#web/api/send.ts';

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
