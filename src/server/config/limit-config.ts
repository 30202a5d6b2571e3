import { isIP } from 'node:net';

import * as z from 'zod/mini';

import { limit, list } from './variables.ts';

/** The address ranges that Fastify knows by name. */
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** How much visitors may generate, and how the server distinguishes them. */
export const limitVariables = z.object({
  LIMIT_GENERATIONS_PER_MINUTE: z._default(limit(1e9), 3),
  LIMIT_GENERATIONS_PER_DAY: z._default(limit(1e9), 20),
  LIMIT_RUNNING_PER_WORKSPACE: z.optional(limit(1e9)),
  LIMIT_RUNNING: z._default(limit(1e9), 50),
  TRUST_PROXY: z._default(
    list(
      isAddressRange,
      'addresses of your proxies with commas between them, such as 10.0.0.5,192.168.0.0/16 or loopback',
    ),
    [],
  ),
});

/** Returns the limits of generations. A limit is null if there is none. */
export function readLimitConfig(values: z.infer<typeof limitVariables>, workspace: 'own' | 'shared') {
  // In a shared workspace each visitor would make all others wait.
  const { LIMIT_RUNNING_PER_WORKSPACE: runningPerWorkspace = workspace === 'shared' ? null : 1 } = values;
  return {
    limits: {
      /** Generations that one visitor may start. */
      perMinute: values.LIMIT_GENERATIONS_PER_MINUTE,
      perDay: values.LIMIT_GENERATIONS_PER_DAY,
      /** Generations that may run at the same time. */
      runningPerWorkspace,
      /** In this process. */
      running: values.LIMIT_RUNNING,
    },
    /** The proxies whose `X-Forwarded-For` is trusted: addresses, ranges or names of ranges. */
    trustedProxies: values.TRUST_PROXY,
  };
}

/** A range of all addresses is refused: every visitor could then claim any address. */
function isAddressRange(text: string): boolean {
  if (namedRanges.has(text)) return true;
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return false;
  if (prefix === undefined) return true;
  return Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128);
}
