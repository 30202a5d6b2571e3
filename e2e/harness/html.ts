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

/** The links of clean HTML, their addresses byte for byte as a parser would give the attribute. */
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

/** The links that we put in: the author's own carry no relation. */
export function wovenLinksOfHtml(html: string): HtmlLink[] {
  return linksOfHtml(html).filter(({ rel }) => rel !== '');
}
