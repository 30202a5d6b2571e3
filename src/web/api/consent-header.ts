/**
 * What a provider wants to hear before it answers a page, by its host: Anthropic lets a browser read its answers only
 * where the call says that the key in it is meant to be there.
 */
const consent = new Map([['api.anthropic.com', { 'anthropic-dangerous-direct-browser-access': 'true' }]]);

/** No header more than is needed: a browser asks beforehand about each, and some providers know only the usual ones. */
export function consentHeader(url: string): Readonly<Record<string, string>> {
  return consent.get(new URL(url).hostname) ?? {};
}
