const webAddress = /^https?:\/\/[^\s\p{Cc}/?#\\][^\p{Cc}]*$/iu;

/**
 * Whether an address may become clickable: http or https with a host, written out, with no control
 * character anywhere. Browsers drop tabs and line breaks inside a scheme, so nothing is dropped or trimmed here.
 */
export function isWebAddress(url: string): boolean {
  return webAddress.test(url);
}
