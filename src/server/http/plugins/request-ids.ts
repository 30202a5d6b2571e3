import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** The names that `TRUST_PROXY` knows for ranges of addresses. */
const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** A request's name: the one that a trusted proxy gave it, where that is short and plain; else a random one. */
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
