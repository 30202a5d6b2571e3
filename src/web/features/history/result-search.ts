import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import { foldText, searchTermsOf } from '#core/links/link.ts';
import { readMarkup } from '#core/links/link-markup.ts';

import type { KeptResult } from './result-storage.ts';

/** Returns the results that contain all words of the search in their text, in a version or in a link. */
export function searchResults(results: readonly SearchedResult[], search: string): readonly KeptResult[] {
  const terms = searchTermsOf(search);
  return results.flatMap(({ kept, text }) => (terms.every((term) => text.includes(term)) ? [kept] : []));
}

type SearchedResult = { readonly kept: KeptResult; readonly text: string };

/** Folds all searched texts of a result, once for many searches. */
export function prepareSearch(kept: KeptResult): SearchedResult {
  const { text, links } = kept.shown.generation;
  const parts = [
    text,
    ...links.flatMap(({ url, description }) => [url, description]),
    ...versionNames.flatMap((version) => editsOf(kept, version).map((edit) => edit.text)),
  ];
  return { kept, text: foldText(parts.join('\n')) };
}

/** Returns whether a version of the result contains this link, with the user's changes. */
export function usesLink(kept: KeptResult, linkId: string): boolean {
  const { links } = kept.shown.generation;
  const url = links.find(({ id }) => id === linkId)?.url;
  if (url === undefined) return false;
  const urls = links.map((link) => link.url);
  const isWoven = ({ text }: Edit) =>
    text.includes(url) && readMarkup(text, urls).some((part) => part.type === 'link' && part.url === url);
  return versionNames.some((version) => editsOf(kept, version).some(isWoven));
}

function editsOf({ shown, changes }: KeptResult, version: VersionName): readonly Edit[] {
  return changes[version]?.edits ?? shown.generation.edits[version];
}
