import type { LinkFields } from '#core/link/link.ts';
import { searchTermsOf, searchTextOf } from '#core/search/search-terms.ts';

/** Those of the links that the server would find. */
export function matches<Fields extends LinkFields>(
  links: readonly Fields[],
  search: string,
): readonly Fields[] {
  const terms = searchTermsOf(search);
  if (terms.length === 0) return links;
  return links.filter((link) => {
    const text = searchTextOf(link);
    return terms.every((term) => text.includes(term));
  });
}
