/**
 * What a user saves: an address, kept byte for byte, and its description. Copies, comparisons, searches, link files and
 * columns follow this list. Prompts and exported versions have only the fields of `LinkToWeave`.
 */
export const linkFieldNames = ['url', 'description'] as const;

export type LinkFields = { readonly [Name in (typeof linkFieldNames)[number]]: string };

/** Returns the fields of a link. `read` returns each field for its name. */
export function makeFields(read: (name: keyof LinkFields) => string): LinkFields {
  return { url: read('url'), description: read('description') };
}

/** Returns the fields of a link without its other properties. */
export function fieldsOf(link: LinkFields): LinkFields {
  return makeFields((name) => link[name]);
}

export function hasSameFields(a: LinkFields, b: LinkFields): boolean {
  return linkFieldNames.every((name) => a[name] === b[name]);
}

/** Returns how many UTF-16 units all fields have together. */
export function lengthOfFields(link: LinkFields): number {
  return linkFieldNames.reduce((sum, name) => sum + link[name].length, 0);
}

/** A saved link. Times are ISO 8601 in UTC with milliseconds, set by the server. */
export type Link = LinkFields & {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** What files that are exported here call their format. */
export const linkFileFormat = 'linkweft-links';

/** What a writer knows of a link. */
export type LinkToWeave = Pick<LinkFields, 'url' | 'description'> & {
  /** The words that the user wishes as the anchor. */
  readonly anchor?: string | undefined;
};

/** A selected link of one generation. */
export type ChosenLink = LinkToWeave & {
  readonly id: string;
  /** How often the link must be in each version: always once. */
  readonly integrations: 1;
};

/** Compares links, newest first, then by id, so that no page skips or repeats one. */
export function newestFirst(a: Link, b: Link): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Three times the longest link. Only a few signs fold to more text than that. */
const searchTextLimit = 32_768;

/** Returns the text that is searched: all fields, folded. The line break between them occurs in no search term. */
function searchTextOf(link: LinkFields): string {
  return foldText(linkFieldNames.map((name) => link[name]).join('\n')).slice(0, searchTextLimit);
}

const searchTermLimit = 32;

/** Returns the words of a search, folded and limited in number. A link is found if it contains all of them. */
export function searchTermsOf(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/u))].filter((term) => term !== '').slice(0, searchTermLimit);
}

/** Returns the links that the server would find for this search. */
export function matchingLinks<Fields extends LinkFields>(
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

/** Matches thirty marks on one letter. A separator behind them keeps normalization fast. */
const manyMarks = /\p{M}{30}(?=\p{M})/gu;

/** Folds text for comparison: one compatibility form, lower case. */
export function foldText(text: string): string {
  return text.replaceAll(manyMarks, '$&\u034f').normalize('NFKC').toLowerCase();
}
