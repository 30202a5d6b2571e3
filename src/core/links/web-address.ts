const webAddress = /^https?:\/\/[^\s\p{Cc}/?#\\][^\p{Cc}]*$/iu;

/**
 * Whether an address may become a link: http or https with a host, and no control character anywhere. Browsers drop
 * tabs and line breaks inside a scheme, so nothing is dropped or trimmed here.
 */
export function isWebAddress(url: string): boolean {
  return webAddress.test(url);
}

const entity = /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,7});)/giu;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  colon: ':',
  tab: '\t',
  newline: '\n',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  deg: '°',
  euro: '€',
  times: '×',
};

/** Returns a text with the entities of usual signs resolved. */
export function withoutEntities(html: string): string {
  return html.replace(entity, (found, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? found;
    const code = Number(decimal ?? `0x${hex}`);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
  });
}

/** Whether a browser that opens the address would run a script. Like a browser, it ignores unseen characters. */
export function isScriptAddress(address: string): boolean {
  const read = withoutEntities(address).replace(/[\s\p{Cc}\p{Cf}]/gu, '');
  return /^(?:javascript|vbscript|data):/iu.test(read);
}
