import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';

/** All visitors without a readable address count as one. */
const unknown = 'unknown';

/**
 * Returns the name of the visitor with this address: the IPv4 address, or the /64 of an IPv6 address, because a
 * provider gives one line a whole /64. Takes addresses as proxies write them, with a port or a zone. A
 * connection that is gone already has none.
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

/**
 * Returns a function that hashes a visitor with the salt of the day. All servers share the salt. Each day has its own.
 * Without the salt, nobody can find the address of a hash.
 */
export function createVisitorHashes(
  query: Kysely<Tables>,
): (visitor: string, day: number) => Promise<string> {
  let known: { readonly day: number; readonly salt: string } | null = null;
  return async (visitor, day) => {
    if (known?.day !== day) known = { day, salt: await saltOf(query, day) };
    return createHash('sha256').update(`${known.salt}\0${visitor}`).digest('base64url');
  };
}

async function saltOf(query: Kysely<Tables>, day: number): Promise<string> {
  const find = query.selectFrom('ledger_days').select('salt').where('day', '=', day);
  const found = await find.executeTakeFirst();
  if (found !== undefined) return found.salt;
  await query
    .insertInto('ledger_days')
    .values({ day, salt: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  return (await find.executeTakeFirstOrThrow()).salt;
}
