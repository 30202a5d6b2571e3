import { isWebAddress } from '#core/links/web-address.ts';

import { isHostOf, readTarget, type LinkTarget } from './link-target.ts';

/** How the visitor's links to a shop are made: the template with the address of a page in place of `{url}`. */
export type ShopTemplate = {
  /** The host of the shop without `www.`, such as `shop.example`. Its subdomains belong to it. */
  readonly shop: string;
  /** Such as `https://go.example/?url={url}`. */
  readonly template: string;
};

/**
 * What is wrong with a template.
 *
 * - `no-shop`: the shop is no host and no web address.
 * - `no-address`: the template is no web address.
 * - `no-place`: it does not have `{url}` exactly once, or has it in its host.
 */
export type TemplateFault = 'no-shop' | 'no-address' | 'no-place';

const place = '{url}';
const longestTemplate = 2000;

/** Returns what is wrong with a template. Null: it can be used. */
export function faultOfTemplate({ shop, template }: ShopTemplate): TemplateFault | null {
  if (shopOf(shop) === null) return 'no-shop';
  return faultOfAddress(template);
}

/** Returns what is wrong with the address of a template. Null: it can be used. */
function faultOfAddress(template: string): Exclude<TemplateFault, 'no-shop'> | null {
  if (!isWebAddress(template) || template.length > longestTemplate || /\s/u.test(template))
    return 'no-address';
  const [before = '', behind, ...more] = template.split(place);
  return behind !== undefined && more.length === 0 && /^https?:\/\/[^/?#]+[/?#]/iu.test(before)
    ? null
    : 'no-place';
}

/** Returns the host of a shop, which may be written as an address. Null: it is none. */
export function shopOf(written: string): string | null {
  const text = written.trim();
  const host = readTarget(isWebAddress(text) ? text : `https://${text}`)?.host ?? '';
  return /^[^\s.]+(?:\.[^\s.]+)+$/u.test(host) ? host : null;
}

/**
 * Returns the address that a template makes of the address of a link: the template with that address, escaped, in place
 * of `{url}`. If the link is a redirect to the shop, the address that it carries is used. Null: the template does not fit,
 * or no address can be made.
 */
export function addressByTemplate({ shop, template }: ShopTemplate, target: LinkTarget): string | null {
  const host = shopOf(shop);
  return host !== null && isHostOf(target.host, host) ? filledTemplate(template, target) : null;
}

/** Does the same for any shop. */
export function filledTemplate(template: string, { address }: LinkTarget): string | null {
  try {
    const escaped = encodeURIComponent(address);
    return faultOfAddress(template) === null ? template.replace(place, () => escaped) : null;
  } catch {
    return null;
  }
}
