const shops = new Set(
  'com ca com.mx com.br co.uk de fr it es nl se pl com.be be ie com.tr ae sa eg in co.jp sg com.au cn co.za'
    .split(' ')
    .map((ending) => `amazon.${ending}`),
);
const shortHosts = new Set(['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.com', 'a.co']);

/** Whether a browser that follows the address asks one of Amazon's shops, or Amazon's own short links. */
export function isAmazonAddress(url: string): boolean {
  const host = hostOf(url);
  return [...partsOf(host)].some((part) => shops.has(part) || shortHosts.has(part));
}

/** The host as a browser reads it: `\` ends it like `/`, what is before `@` does not belong to it. */
function hostOf(url: string): string {
  const authority = /^https?:\/\/([^/?#\\]*)/iu.exec(url)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/u, '');
  return decoded(host).normalize('NFKC').toLowerCase().replace(/\.$/u, '');
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return '';
  }
}

/** `www.amazon.de`, `amazon.de`, `de`. */
function* partsOf(host: string): Generator<string> {
  for (let from = 0; from >= 0; from = host.indexOf('.', from) + 1 || -1) yield host.slice(from);
}
