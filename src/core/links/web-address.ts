const webAddress = /^https?:\/\/[^\s\p{Cc}/?#\\][^\p{Cc}]*$/iu;

/**
 * Whether an address may become a link: http or https with a host, and no control character anywhere. Browsers drop
 * tabs and line breaks inside a scheme, so nothing is dropped or trimmed here.
 */
export function isWebAddress(url: string): boolean {
  return webAddress.test(url);
}

const entity = /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|(colon|tab|newline);)/giu;
const named: Readonly<Record<string, string>> = { colon: ':', tab: '', newline: '' };

/**
 * Whether a browser that opens the address would run a script. Like a browser, it ignores control characters and
 * white space, and resolves entities.
 */
export function isScriptAddress(address: string): boolean {
  const read = address.replace(entity, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code < 0x110000 ? String.fromCodePoint(code) : '';
  });
  return /^(?:javascript|vbscript|data):/iu.test(read.replace(/[\s\p{Cc}\p{Cf}]/gu, ''));
}
