import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

import type { FastifyRequest } from 'fastify';

/** The address ranges that `TRUST_PROXY` knows by name. */
const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns a function that gives each request an id: the `X-Request-Id` of a trusted proxy if it is short and plain,
 * otherwise a random one.
 */
export function createRequestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return () => randomUUID();
  const trusted = new BlockList();
  for (const range of trustedProxies.flatMap((name) => namedRanges[name] ?? [name])) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return ({ socket, headers }) => {
    const given = headers['x-request-id'];
    if (typeof given !== 'string' || !/^[\w.-]{8,64}$/.test(given)) return randomUUID();
    const from = socket.remoteAddress ?? '';
    return trusted.check(from, isIPv6(from) ? 'ipv6' : 'ipv4') ? given : randomUUID();
  };
}

/**
 * Returns a function that warns once in the log if a request came through a proxy and `TRUST_PROXY` is not set. All
 * visitors behind such a proxy count as one.
 */
export function createProxyWarning(trustedProxies: readonly string[]): (request: FastifyRequest) => void {
  let isDone = trustedProxies.length > 0;
  return ({ headers, log }) => {
    if (isDone || headers['x-forwarded-for'] === undefined) return;
    isDone = true;
    log.warn(
      'A request came with X-Forwarded-For. If there is a proxy before this server, name it in TRUST_PROXY: all of its visitors count as one.',
    );
  };
}
