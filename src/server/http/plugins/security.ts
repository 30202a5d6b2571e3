import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { hostNameOf, isLoopbackName } from '#server/config/parsers.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The first policies allow the address of one worker each (src/web/lib/trusted-address.ts). The last parses HTML
  // into documents that run and load nothing (src/export/markup/quiet-html.ts).
  'trusted-types service-worker task-worker inert-document',
];

/** Visitors may call `ownKeyHosts`, the providers, with their own keys. */
export function contentSecurityPolicy(ownKeyHosts: readonly string[]): string {
  return [...policy, ['connect-src', "'self'", ...ownKeyHosts].join(' ')].join('; ');
}

/** The headers of every answer outside the API: pages, files and errors. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([]),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
};

/** The headers of every answer of the API. They are few because there are many answers. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** For a year. Without subdomains and preloading, because this server cannot decide that for them. */
const transportSecurity = 'max-age=31536000';

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.headers(apiHeaders).header('x-request-id', request.id);
    else reply.headers(securityHeaders);
    if (cameByTls(request)) reply.header('strict-transport-security', transportSecurity);
    done();
  });
}

/** The part of a request that shows how it reached this server. */
export type RequestTransport = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** Returns whether the host of a request is the visitor's own machine. */
export function isOnLoopback({ headers }: Pick<RequestTransport, 'headers'>): boolean {
  return isLoopbackName(hostNameOf(headers.host ?? ''));
}

/**
 * Returns whether a request reached its public host by TLS. A trusted proxy sends `X-Forwarded-Proto`. Without one, the
 * headers of the browser show it: a browser sends `Sec-Fetch-Site` only to https and loopback, and an older one sends
 * `Origin` with changes.
 */
export function cameByTls({ headers, protocol }: RequestTransport): boolean {
  if (isOnLoopback({ headers })) return false;
  if (protocol === 'https' || headers['sec-fetch-site'] !== undefined) return true;
  return headers.origin?.startsWith('https://') === true;
}

const loggedHostsLimit = 20;

/** Refuses requests for other host names (DNS rebinding), and changes that a page of another site requests. */
export function checkOrigins(app: FastifyInstance, allowedHosts: ReadonlySet<string>): void {
  const loggedHosts = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    // A proxy before the server may have read another one of them (RFC 9112, 3.2).
    if (valuesOf(request.raw.rawHeaders, 'host').length > 1) return done(new ProblemError('request-invalid'));
    if (request.routeOptions.config.isProbe === true) return done();
    const host = hostNameOf(request.headers.host ?? '');
    if (!allowedHosts.has(host)) {
      if (loggedHosts.size < loggedHostsLimit && !loggedHosts.has(host)) {
        loggedHosts.add(host);
        request.log.warn(
          { host },
          'Refused a request for this host. If it is yours, add it to ALLOWED_HOSTS.',
        );
      }
      return done(new ProblemError('host-refused'));
    }
    // A browser sends no token by itself, so no other site can use one.
    const hasToken = request.identity?.kind === 'token';
    if (!safeMethods.has(request.method) && !hasToken && !isFromOwnPage(request))
      return done(new ProblemError('cross-site-refused'));
    done();
  });
}

/**
 * Returns whether the own page may have sent the request. Browsers send Sec-Fetch-Site. Older browsers send at least
 * Origin. Programs send neither, and they do not carry the cookies of a visitor.
 */
export function isFromOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (host === undefined || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  // Some proxies drop the port. On loopback there is none, and other ports are other programs.
  const isWithoutPort = hostNameOf(host) === host.toLowerCase() && !isLoopbackName(host.toLowerCase());
  return (isWithoutPort ? from.hostname : from.host) === host.toLowerCase();
}

/** Returns all values of a header. Node joins them, or drops all but the first one. `name` is in lower case. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Adds the routes, then one for each address without `*` that answers other methods with 405 and `Allow`. */
export function withMethodCheck(app: FastifyInstance, addRoutes: () => void): void {
  const allowedAt = new Map<string, string[]>();
  let isCollecting = true;
  app.addHook('onRoute', ({ method, url }) => {
    if (!isCollecting || url.includes('*')) return;
    const added = [method].flat().filter((each) => methods.includes(each));
    allowedAt.set(url, [...(allowedAt.get(url) ?? []), ...added]);
  });
  addRoutes();
  isCollecting = false;
  for (const [url, allowed] of allowedAt)
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      exposeHeadRoute: false,
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new ProblemError('method-refused');
      },
      handler: () => null,
    });
}

/** A path that no route and no file has. */
const unknownPath = '/*';

/** Unreserved characters and delimiters of a path (RFC 3986), and other bytes in percent-encoding. */
const pathCharacters = /^\/(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
/** Characters that need no percent-encoding, and both slashes. */
const needlesslyEncoded = /[\w.~/\\-]/;

/**
 * Takes the target of the request line. Returns it unchanged if its path has the normal spelling, otherwise a path that
 * does not exist. Headers, log, routes and files all see only the result. So `/%61pi`, `/./x`, `//x` and
 * `http://host/x` are not found. Cuts off the path of the page, unless a proxy has done so.
 */
export function normalTarget(target: string | undefined, basePath = ''): string {
  const [path = ''] = target?.split('?', 1) ?? [];
  if (target === undefined || !isNormal(path)) return unknownPath;
  const isBelow = path === basePath || path.startsWith(`${basePath}/`);
  const rest = isBelow ? target.slice(basePath.length) : target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function isNormal(path: string): boolean {
  if (!pathCharacters.test(path) || /\/(?:\.{1,2})?\/|\/\.{1,2}$/.test(path)) return false;
  const encoded = path.match(/%../g) ?? [];
  return isUtf8(path) && encoded.every((code) => !needlesslyEncoded.test(byteOf(code)));
}

function byteOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code.slice(1), 16));
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
