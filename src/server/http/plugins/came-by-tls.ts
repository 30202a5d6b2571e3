import type { FastifyRequest } from 'fastify';

import { hostNameOf } from '#server/config/allowed-hosts.ts';

/** What tells how a request came. */
export type Asking = Pick<FastifyRequest, 'headers' | 'protocol'>;

const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host that a request asks for is the machine of whoever asks. */
export function isOnLoopback({ headers }: Pick<Asking, 'headers'>): boolean {
  return loopbackName.test(hostNameOf(headers.host ?? ''));
}

/**
 * Whether a request came to its public host by TLS. A trusted proxy says so (`X-Forwarded-Proto`). Behind one that nobody
 * has named the browser alone does: it sends `Sec-Fetch-Site` to https and loopback only, an older one `Origin` with changes.
 */
export function cameByTls({ headers, protocol }: Asking): boolean {
  if (isOnLoopback({ headers })) return false;
  if (protocol === 'https' || headers['sec-fetch-site'] !== undefined) return true;
  return headers.origin?.startsWith('https://') === true;
}
