import { BlockList, isIPv6, type Socket } from 'node:net';

import { namedRanges } from '#server/config/parsers.ts';

/** Returns a function that tells whether a connection comes from one of these addresses, ranges or named ranges. */
export function createProxyTrust(
  trustedProxies: readonly string[],
): (socket: Pick<Socket, 'remoteAddress'>) => boolean {
  const trusted = new BlockList();
  for (const range of trustedProxies.flatMap((name) => namedRanges.get(name) ?? [name])) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return ({ remoteAddress = '' }) => trusted.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}
