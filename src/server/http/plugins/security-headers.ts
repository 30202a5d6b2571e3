import type { FastifyInstance, FastifyRequest } from 'fastify';

import { hostNameOf } from '#server/config/parsers.ts';

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
  // Two policies allow the address of one worker each (src/web/lib/trusted-address.ts). The third parses HTML into
  // documents that run and load nothing (src/web/markup/inert-document.ts).
  'trusted-types service-worker proof-worker inert-document',
];

/**
 * Returns the policy of the page: scripts, styles, fonts, images and requests of its own server, and requests to the
 * providers that visitors may call with their own keys.
 */
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

/**
 * The `Strict-Transport-Security` of every answer to a request by TLS: for a year, browsers use only TLS for this host.
 * It does not include subdomains or preloading, because this server cannot decide that for them.
 */
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

const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether the host of a request is the visitor's own machine. */
export function isOnLoopback({ headers }: Pick<RequestTransport, 'headers'>): boolean {
  return loopbackName.test(hostNameOf(headers.host ?? ''));
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
