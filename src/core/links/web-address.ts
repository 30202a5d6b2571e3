const webAddress = /^https?:\/\/[^\s\p{Cc}/?#\\][^\p{Cc}]*$/iu;

/**
 * Whether an address may become a link: http or https with a host, and no control character anywhere. Browsers drop
 * tabs and line breaks inside a scheme, so nothing is dropped or trimmed here.
 */
export function isWebAddress(url: string): boolean {
  return webAddress.test(url);
}

/** Characters that nobody sees, apart from those that join or colour the signs of an emoji. */
const unseen = /[\s\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/u;

/** Returns an address without blanks and unseen characters at its ends. NUL stays, because it is refused. */
export function trimAddress(text: string): string {
  const isUnseen = (index: number) => text[index] !== '\0' && unseen.test(text.charAt(index));
  let [start, end] = [0, text.length];
  while (start < end && isUnseen(start)) start += 1;
  while (end > start && isUnseen(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** What may be wrong with an address. `plain`: it does not begin with http or https. */
export type AddressDoubt = 'several' | 'scheme' | 'plain' | 'blank' | 'escaped';

const nextAddress = /[\s,;|]["'<([{]{0,3}https?:\/\//iu;
const otherScheme = /^(?!https?:\/\/|localhost:\d)(?:[a-z][a-z\d+-]*:|[a-z][a-z\d+.-]*:\/\/)\S/iu;
const escapedSign = /&(?:amp|#0{0,9}38|#x0{0,9}26);/giu;

/** Returns the first doubt about an address, or null. It is kept as it is, or the user corrects it. */
export function doubtOf(url: string): AddressDoubt | null {
  if (nextAddress.test(url)) return 'several';
  if (otherScheme.test(url)) return 'scheme';
  if (!/^https?:\/\//iu.test(url)) return 'plain';
  if (unescapeAddress(url) !== url) return 'escaped';
  if (/[\s\p{Cc}]/u.test(url)) return 'blank';
  return isWebAddress(url) ? null : 'plain';
}

/** Writes `&` in place of `&amp;` and the like, which an address has if it was copied from HTML source. */
export function unescapeAddress(url: string): string {
  return url.replace(escapedSign, '&');
}

const entity = /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,7});)/giu;
/** The entities of the letters from U+00C0 to U+00FF. */
const letters =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde ' +
  'Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde ' +
  'auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ' +
  'ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const named = new Map([
  ...letters.split(' ').map((name, index) => [name, String.fromCharCode(0xc0 + index)] as const),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
  ['colon', ':'],
  ['tab', '\t'],
  ['newline', '\n'],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['deg', '°'],
  ['euro', '€'],
]);

/** Returns a text with the entities of usual signs resolved. */
export function withoutEntities(html: string): string {
  return html.replace(entity, (found, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? named.get(name.toLowerCase()) ?? found;
    const code = Number(decimal ?? `0x${hex}`);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
  });
}

/** Whether a browser that opens the address would run a script. Like a browser, it ignores unseen characters. */
export function isScriptAddress(address: string): boolean {
  const read = withoutEntities(address).replace(/[\s\p{Cc}\p{Cf}]/gu, '');
  return /^(?:javascript|vbscript|data):/iu.test(read);
}
