import { isIP } from 'node:net';

/** All visitors without a readable address count as one. */
const unknown = 'unknown';

/**
 * Returns the name of the visitor with this address: the IPv4 address, or the /64 of an IPv6 address, because an
 * internet provider gives one line a whole /64. Takes addresses as proxies write them, with a port or a zone.
 * Undefined: the connection has ended already and has no address.
 */
export function visitorOf(address: string | undefined): string {
  const bare = withoutPort((address ?? '').trim()).replace(/%.*$/, '');
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return unknown;
  const groups = groupsOf(bare);
  return mappedAddressOf(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
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

/** In milliseconds. */
export const minute = 60_000;
const hour = 60 * minute;
/** In milliseconds. */
export const dayLength = 24 * hour;

/** Returns the days since 1970, in UTC. `time` is in milliseconds since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / dayLength);
}

/** Returns when the next day (UTC) begins. Both times are milliseconds since 1970. */
export function endOfDay(time: number): number {
  return (dayOf(time) + 1) * dayLength;
}

/** Returns the whole seconds from `at` to `time`, at least one. Both are milliseconds since 1970. */
export function secondsUntil(time: number, at: number): number {
  return Math.max(1, Math.ceil((time - at) / 1000));
}

/** Returns a duration of at most a day for a message, in hours and minutes or in seconds. */
export function inWords(milliseconds: number): string {
  if (milliseconds < minute) return counted(Math.max(1, Math.ceil(milliseconds / 1000)), 'second');
  const minutes = Math.ceil(Math.min(milliseconds, dayLength) / minute);
  const parts = [
    [Math.floor(minutes / (hour / minute)), 'hour'],
    [minutes % (hour / minute), 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => counted(count, name))
    .join(' ');
}

export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
}
