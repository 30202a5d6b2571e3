import type { FastifyRequest } from 'fastify';

import { hostNameOf } from '#server/config/allowed-hosts.ts';

/** The part of a request that shows how it reached this server. */
export type RequestTransport = Pick<FastifyRequest, 'headers' | 'protocol'>;

const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether the host of a request is the visitor's own machine. */
export function isOnLoopback({ headers }: Pick<RequestTransport, 'headers'>): boolean {
  return loopbackName.test(hostNameOf(headers.host ?? ''));
}

/**
 * Returns whether a request reached its public host by TLS. A trusted proxy sends `X-Forwarded-Proto`. Behind a proxy
 * that is not configured only the browser shows it: it sends `Sec-Fetch-Site` only to https and loopback, and an older
 * browser sends `Origin` with changes.
 */
export function cameByTls({ headers, protocol }: RequestTransport): boolean {
  if (isOnLoopback({ headers })) return false;
  if (protocol === 'https' || headers['sec-fetch-site'] !== undefined) return true;
  return headers.origin?.startsWith('https://') === true;
}
