import { memoize } from '#core/lib/helpers.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import {
  affiliateParameters,
  impact,
  isListed,
  redirectsByHost,
  shops,
  trackingParameters,
  type Redirect,
} from './networks.ts';

/** What an address leads to. */
export type LinkTarget = {
  /** Equal for two addresses that lead to the same thing. */
  readonly key: string;
  /** Its host without `www.`. */
  readonly host: string;
  /** The address of the page itself: the one that a redirect carries, or the address as it is. */
  readonly address: string;
  /** Whether the key is that of a product in any shop of its seller. */
  readonly isProduct: boolean;
  /** Whether the address is that of a redirect, which carries another one. */
  readonly isRedirect: boolean;
  /** The names of the affiliates to whom it pays, with their networks. Empty: it is no known affiliate link. */
  readonly affiliates: readonly string[];
  /** Whether the address has more than its page needs: the name of an affiliate, or a campaign. */
  readonly isTracked: boolean;
};

/** Redirects inside each other beyond this number are not read. */
const deepest = 4;

/**
 * Returns what an address leads to, without a request. Other scheme, `www.`, order of parameters, tracking, fragment or
 * spelling of the same path make no difference. Other locale paths, such as `/de/` and `/fr/`, are other pages. A short link
 * leads only to itself. Null: it is no web address.
 */
export function readTarget(address: string): LinkTarget | null {
  const affiliates: string[] = [];
  let at = address;
  for (let depth = 0; ; depth += 1) {
    const parts = partsOf(at);
    if (parts === null) return null;
    const network = redirectOf(parts);
    if (network !== null) affiliates.push(...affiliatesIn(network, parts));
    const inner = network === null || depth === deepest ? null : targetIn(network, parts);
    if (inner === null) return pageOf(parts, { address: at, isRedirect: depth > 0, affiliates });
    at = inner;
  }
}

type Parts = {
  /** In lower case, without `www.`, with a port that is not the usual one. */
  readonly host: string;
  /** As it is written. */
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
};

const form = /^https?:\/\/([^/?#\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/isu;

function partsOf(address: string): Parts | null {
  const found = isWebAddress(address) ? form.exec(address) : null;
  if (found === null) return null;
  const [, authority = '', path = '', query = '', fragment = ''] = found;
  const host = hostOf(authority);
  if (host === '') return null;
  return { host, path: path.replaceAll('\\', '/'), query: query.slice(1), fragment: fragment.slice(1) };
}

/** Many saved links have the same host. */
const mostHosts = 2000;

const hostOf = memoize(
  (authority: string): string =>
    decoded(authority.slice(authority.lastIndexOf('@') + 1))
      .normalize('NFKC')
      .toLowerCase()
      .replace(/:(?:80|443)?$/u, '')
      .replace(/\.$/u, '')
      .replace(/^www\.(?=[^.]+\.)/u, ''),
  mostHosts,
);

/** What is known of a host. */
const knownOf = memoize(
  (host: string) => ({
    network: endsOf(host).flatMap((name) => redirectsByHost.get(name) ?? [])[0] ?? null,
    shop: shops.find(({ hosts }) => hosts.test(host)) ?? null,
  }),
  mostHosts,
);

/** Returns a text with its percent signs resolved, in one form of Unicode. */
function decoded(text: string): string {
  if (isSimple.test(text)) return text;
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}

/** Returns a text with percent signs; the same text if it has no such form. */
function encoded(text: string): string {
  if (isSimple.test(text)) return text;
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Matches text that has no other form. */
const isSimple = /^[\w.~-]*$/;

function redirectOf({ host, path }: Parts): Redirect | null {
  return knownOf(host).network ?? (impact.idInPath?.test(path) === true ? impact : null);
}

/** More labels than this belong to no network. */
const mostLabels = 6;

/** Returns a host and the hosts above it. */
function endsOf(host: string): string[] {
  const labels = host.split('.', mostLabels + 1);
  if (labels.length > mostLabels) return [];
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Returns the address that a redirect carries. Null: it carries none. */
function targetIn({ targets, at, isInPath }: Redirect, { path, query, fragment }: Parts): string | null {
  if (at !== null && at !== path) return null;
  for (const name of targets) {
    const value = valueOf(query, name);
    const target = value === null ? null : addressIn(value);
    if (target !== null) return target;
  }
  if (!isInPath) return null;
  const rest = `${path}${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`;
  const start = /(?<=[/:(])https?(?::|%3a)/iu.exec(rest)?.index;
  if (start === undefined) return null;
  const value = rest.slice(start);
  return addressIn(rest[start - 1] === '(' ? value.replace(/\)$/u, '') : value);
}

/** Returns the value of a parameter as it is written. An address that is not escaped goes on to the end. */
function valueOf(query: string, name: string): string | null {
  let start = 0;
  while (start <= query.length) {
    const end = query.indexOf('&', start);
    const pair = query.slice(start, end < 0 ? query.length : end);
    const equals = pair.indexOf('=');
    if (equals >= 0 && pair.slice(0, equals).toLowerCase() === name) {
      const value = pair.slice(equals + 1);
      return /^https?:\/\/[^?]*\?/iu.test(value) ? query.slice(start + equals + 1) : value;
    }
    if (end < 0) return null;
    start = end + 1;
  }
  return null;
}

/** Returns the web address in a value, which may be escaped more than once. Null: it holds none. */
function addressIn(value: string): string | null {
  let text = value.replace(/^\[\[|\]\]$/gu, '');
  for (let times = 0; times < 3 && /^https?%(?:25)*3a/iu.test(text); times += 1) text = decoded(text);
  return isWebAddress(text) ? text : null;
}

function affiliatesIn({ name, ids, idInPath }: Redirect, { host, path, query }: Parts): string[] {
  const inPath = idInPath?.exec(`${path}?${query}`)?.[1];
  const named = ids.map((id) => valueOf(query, id)).find((value) => value !== null && value !== '');
  const id = inPath ?? named;
  if (id !== undefined && id !== null) return [`${name} ${id}`];
  // Some addresses name the affiliate in a way that is not known. Those of Google and the like name none.
  return ids.length > 0 || idInPath !== null ? [`${name} ${host}${path}`] : [];
}

type Parameter = { readonly name: string; readonly value: string };

const noParameters: readonly Parameter[] = [];

function parametersOf(query: string): readonly Parameter[] {
  if (query === '') return noParameters;
  const parameters: Parameter[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    parameters.push({ name: read(name), value: equals < 0 ? '' : read(pair.slice(equals + 1)) });
  }
  return parameters;
}

function read(text: string): string {
  return isSimple.test(text) ? text : decoded(text.replaceAll('+', ' '));
}

/** What a parameter of this name is in any shop. */
const roleOf = memoize((name: string): 'affiliate' | 'tracking' | 'page' => {
  if (affiliateParameters.has(name)) return 'affiliate';
  return isListed(name, trackingParameters) ? 'tracking' : 'page';
}, 2000);

/** Returns the target of an address that is no redirect. `affiliates` are those of the redirects around it. */
function pageOf(
  parts: Parts,
  { address, isRedirect, affiliates }: Pick<LinkTarget, 'address' | 'isRedirect'> & { affiliates: string[] },
): LinkTarget {
  const { host } = parts;
  const { shop } = knownOf(host);
  const kept: Parameter[] = [];
  const route = routeOf(parts.fragment);
  let isTracked = isRedirect;
  const readParameter = (parameter: Parameter) => {
    const name = parameter.name.toLowerCase();
    const role = roleOf(name);
    const isEmpty = parameter.value === '';
    if (shop?.ids.has(name) === true || (role === 'affiliate' && !isEmpty))
      affiliates.push(`${shop?.name ?? host} ${name} ${parameter.value}`);
    else if (role === 'tracking' || (shop !== null && isListed(name, shop.tracking))) isTracked = true;
    else if (role === 'page') kept.push(parameter);
  };
  for (const parameter of parametersOf(parts.query)) readParameter(parameter);
  for (const parameter of route.parameters) readParameter(parameter);
  const inPath = shop?.idInPath?.exec(parts.path)?.[1];
  if (inPath !== undefined) affiliates.push(`${shop?.name} tag ${inPath}`);
  const path = shop?.trackingPath ? parts.path.replace(shop.trackingPath, '') : parts.path;
  const product = shop?.product?.exec(parts.path)?.[1];
  const isProduct = shop !== null && product !== undefined;
  const variants = isProduct ? kept.filter(({ name }) => shop.variants.has(name.toLowerCase())) : kept;
  const page = isProduct ? `${shop.name} ${product.toUpperCase()}` : `${host}${pathKey(path)}`;
  return {
    key: `${page}${queryKey(variants)}${isProduct ? '' : route.text}`,
    host,
    address,
    isProduct,
    isRedirect,
    affiliates: affiliates.length > 1 ? [...new Set(affiliates)] : affiliates,
    isTracked: isTracked || affiliates.length > 0 || path !== parts.path,
  };
}

const noRoute = { text: '', parameters: noParameters };

/** A fragment is a page of its own in some shops, and names an affiliate in some programs. Else it is a place in its page. */
function routeOf(fragment: string): { readonly text: string; readonly parameters: readonly Parameter[] } {
  if (fragment === '') return noRoute;
  if (/^!?\//u.test(fragment)) return { text: `#${decoded(fragment)}`, parameters: [] };
  const parameters = parametersOf(fragment).filter(({ name }) => affiliateParameters.has(name.toLowerCase()));
  return { text: '', parameters };
}

/** Returns a path with one spelling: without empty segments, dots, an index page and a slash at its end. */
function pathKey(path: string): string {
  if (isSimplePath.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    const name = decoded(segment);
    if (name === '..') segments.pop();
    else if (name !== '' && name !== '.') segments.push(encoded(name));
  }
  if (/^index\.(?:html?|php)$/u.test(segments.at(-1) ?? '')) segments.pop();
  return segments.map((segment) => `/${segment}`).join('');
}

/** Matches a path that has no other spelling. */
const isSimplePath = /^(?:\/(?!index\.)[\w~-][\w.~-]*)+$/;

function queryKey(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const pairs = parameters.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).toSorted();
  return `?${pairs.join('&')}`;
}

/** Whether a host is that of a shop or below it. */
export function isHostOf(host: string, shop: string): boolean {
  return host === shop || host.endsWith(`.${shop}`);
}
