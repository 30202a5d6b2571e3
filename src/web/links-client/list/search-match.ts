import type { LinkFields } from '#core/links/link.ts';
import { searchTermsOf, searchTextOf } from '#core/links/search-terms.ts';

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
