import { isIP } from 'node:net';

import * as z from 'zod/mini';

import { wholeNumber } from './variables.ts';

const limitAdvice = 'a whole number; 0 for no limit';
/** Names that Fastify knows for ranges of addresses. */
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** How much the visitors may generate, and how one is told from another. */
export const limitVariables = z.object({
  LIMIT_GENERATIONS_PER_MINUTE: z._default(wholeNumber({ min: 0, max: 1e9 }, limitAdvice), '3'),
  LIMIT_GENERATIONS_PER_DAY: z._default(wholeNumber({ min: 0, max: 1e9 }, limitAdvice), '20'),
  LIMIT_RUNNING_PER_WORKSPACE: z.optional(wholeNumber({ min: 0, max: 1e9 }, limitAdvice)),
  LIMIT_RUNNING: z._default(wholeNumber({ min: 0, max: 1e9 }, limitAdvice), '50'),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => listOf(text).every(isAddressRange),
          'addresses of your proxies with commas between them, such as 10.0.0.5,192.168.0.0/16 or loopback',
        ),
      ),
  ),
});

/** Each limit is null where there is none. */
type Limits = {
  /** Generations that one visitor may start. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
  /** Generations that may be under way at once. */
  readonly runningPerWorkspace: number | null;
  /** In this process. */
  readonly running: number | null;
};

export type LimitConfig = {
  readonly limits: Limits;
  /** The proxies whose `X-Forwarded-For` is believed: addresses, ranges, or names of ranges. */
  readonly trustedProxies: readonly string[];
};

export function readLimitConfig(
  values: z.infer<typeof limitVariables>,
  workspace: 'own' | 'shared',
): LimitConfig {
  // Where all are one workspace, each visitor would keep all others waiting.
  const usuallyRunning = workspace === 'shared' ? '0' : '1';
  return {
    limits: {
      perMinute: limitOf(values.LIMIT_GENERATIONS_PER_MINUTE),
      perDay: limitOf(values.LIMIT_GENERATIONS_PER_DAY),
      runningPerWorkspace: limitOf(values.LIMIT_RUNNING_PER_WORKSPACE ?? usuallyRunning),
      running: limitOf(values.LIMIT_RUNNING),
    },
    trustedProxies: listOf(values.TRUST_PROXY ?? ''),
  };
}

function limitOf(text: string): number | null {
  const number = Number(text);
  return number === 0 ? null : number;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A range of all addresses is refused: whoever asks could then name any address as theirs. */
function isAddressRange(text: string): boolean {
  if (namedRanges.has(text)) return true;
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return false;
  if (prefix === undefined) return true;
  return Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128);
}
