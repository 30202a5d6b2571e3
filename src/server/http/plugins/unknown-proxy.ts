import type { FastifyRequest } from 'fastify';

/** Tells the log, once, of a proxy that nobody has named: all who come through it count as one visitor. */
export function createProxyNotice(trustedProxies: readonly string[]): (request: FastifyRequest) => void {
  let isTold = trustedProxies.length > 0;
  return ({ headers, log }) => {
    if (isTold || headers['x-forwarded-for'] === undefined) return;
    isTold = true;
    log.warn(
      'A request came with X-Forwarded-For. If there is a proxy before this server, name it in TRUST_PROXY: all of its visitors count as one.',
    );
  };
}
