/** Three times the longest link. Only signs that stand for whole sentences unfold to more. */
const searchTextLimit = 32_768;

/** What is searched in: both fields, folded, with a line break between them that no search term holds. */
export function searchTextOf({ url, description }: { url: string; description: string }): string {
  return foldText(`${url}\n${description}`).slice(0, searchTextLimit);
}

const searchTermLimit = 32;

/** The words of a search, folded, as many as count. A link is found when it holds every one of them; none finds all links. */
export function searchTermsOf(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/u))].filter((term) => term !== '').slice(0, searchTermLimit);
}

/** Thirty marks on one letter are parted, as Unicode's stream-safe form does: to sort thousands of them would take seconds. */
const manyMarks = /\p{M}{30}(?=\p{M})/gu;

/** Text as searches compare it: compatibility forms made one, and letters lower case. */
function foldText(text: string): string {
  return text.replaceAll(manyMarks, '$&\u034f').normalize('NFKC').toLowerCase();
}
