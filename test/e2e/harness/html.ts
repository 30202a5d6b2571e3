const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': '\u00A0',
};

export type HtmlLink = { readonly href: string; readonly rel: string };

/** Returns the links of sanitized HTML. Each address is byte for byte what a parser would return. */
export function linksOfHtml(html: string): HtmlLink[] {
  return [...html.matchAll(/<a\s([^>]*)>/g)].map(([, attributes = '']) => ({
    href: attributeOf(attributes, 'href'),
    rel: attributeOf(attributes, 'rel'),
  }));
}

function attributeOf(attributes: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  return value.replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity);
}

/** Returns the links of the version. The author's own links have no `rel`, or are in the content just so. */
export function wovenLinksOfHtml(html: string, content = ''): HtmlLink[] {
  const own = new Set(linksOfHtml(content).map(({ href, rel }) => `${href} ${rel}`));
  return linksOfHtml(html).filter(({ href, rel }) => rel !== '' && !own.has(`${href} ${rel}`));
}
