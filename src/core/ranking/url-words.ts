/** Words of addresses that do not name a product. */
const commonWords = new Set(
  (
    'www com net org info co uk de es fr it eu us io app shop store index html htm php aspx asp jsp product products item items ' +
    'category categories catalog catalogue collections collection page pages en amp ref go out aff affiliate track click link ' +
    'links url redirect offer deals dp gp example test invalid'
  ).split(' '),
);

const lengthLimit = 2000;
const nestedAddress = /^https?(?::|%3a)/i;
const namingField = /^(?:q|query|search|keywords?|title|name|product)$/i;

export type UrlWords = { readonly path: string; readonly host: string };

/**
 * Returns the words of an address: those of its host and its path. In the query, only a nested address (as affiliate
 * networks write them) and search words count, never tracking codes and ids.
 */
export function urlWords(url: string): UrlWords {
  const { host, path, query } = partsOf(url);
  let words = path;
  for (const field of query.split('&')) {
    const at = field.indexOf('=');
    const value = field.slice(at + 1);
    if (nestedAddress.test(value)) words += ` ${partsOf(decoded(value)).path}`;
    else if (namingField.test(field.slice(0, at))) words += ` ${value.replaceAll('+', ' ')}`;
  }
  return { path: named(decoded(words)), host: named(host) };
}

function partsOf(url: string): { host: string; path: string; query: string } {
  const [, host = '', path = '', query = ''] =
    /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url.slice(0, lengthLimit)) ?? [];
  return { host: host.replace(/^[^@]*@/, '').replace(/:\d*$/, ''), path, query };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[\da-f]{2}/gi, ' ');
  }
}

function named(text: string): string {
  return text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '' && !commonWords.has(word.toLowerCase()) && !isId(word))
    .join(' ');
}

function isId(word: string): boolean {
  return /\d/.test(word) && (word.length > 5 || !/^\p{L}{2,}\d{1,4}$/u.test(word));
}
