import type { Suggestions } from '#contract/suggestions.ts';

/** What was found, as a heading. */
export function foundWords({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return 'No links saved yet';
  if (suggestions.length === 0) return 'No saved link fits this text yet';
  return suggestions.length === 1 ? '1 link fits this text' : `${suggestions.length} links fit this text`;
}

/** What was looked through, and what can be done where nothing was found. */
export function searchedWords({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return 'Save the links you earn with, then ask again.';
  const links = searched === 1 ? 'your only link' : `${searched.toLocaleString('en')} links`;
  return suggestions.length === 0
    ? `Looked through ${links}. A few more words in the text or in a link’s description may help.`
    : `The best of ${links}. Tick those that you want.`;
}
