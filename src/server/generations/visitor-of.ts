import { isIP } from 'node:net';

/** All visitors without a readable address count as one. */
const unknown = 'unknown';

/**
 * Returns the name of the visitor with this address: the IPv4 address, or the /64 of an IPv6 address, because a
 * provider gives one line a whole /64. Takes addresses as proxies write them, with a port or a zone.
 */
export function visitorOf(address: string): string {
  const bare = withoutPort(address.trim()).replace(/%.*$/, '');
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return unknown;
  const groups = groupsOf(bare);
  const mapped = mappedAddressOf(groups);
  return mapped ?? `${groups.slice(0, 4).join(':')}::/64`;
}

function withoutPort(address: string): string {
  const [, inBrackets, beforePort] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return inBrackets ?? beforePort ?? address;
}

/** Returns the eight groups of an IPv6 address in their shortest form. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after = ''] = canonical.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after.split(':').filter(Boolean);
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** A socket for both families reports 1.2.3.4 as `::ffff:1.2.3.4`. */
function mappedAddressOf(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 255];
  });
  return bytes.join('.');
}
