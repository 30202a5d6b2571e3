import type { Suggestions } from '#contract/suggestions.ts';

/** Says what was found, as a heading. */
export function foundMessage({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return 'No links saved yet';
  if (suggestions.length === 0) return 'No saved link fits this text yet';
  return suggestions.length === 1 ? '1 link fits this text' : `${suggestions.length} links fit this text`;
}

/** Says how many links were searched, and what the user can do. */
export function searchedMessage({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return 'Save the links you earn with, then ask again.';
  const links = searched === 1 ? 'your only link' : `${searched.toLocaleString('en')} links`;
  return suggestions.length === 0
    ? `Looked through ${links}. A few more words in the text or in a link’s description may help.`
    : `The best of ${links}. Tick those that you want.`;
}
