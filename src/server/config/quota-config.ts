import * as z from 'zod/mini';

import type { Quotas } from '#server/workspaces/quotas.ts';

import { wholeNumber } from './variables.ts';

const limit = wholeNumber({ min: 0, max: 1e14 }, 'a whole number; 0 for no limit');

/** How much may be saved, and how long it is kept. */
export const quotaVariables = z.object({
  LIMIT_LINKS_PER_WORKSPACE: z.optional(limit),
  LIMIT_BYTES_PER_WORKSPACE: z.optional(limit),
  LIMIT_WORKSPACES_PER_DAY: z.optional(limit),
  LIMIT_BYTES_PER_DAY: z.optional(limit),
  LIMIT_STORE_BYTES: z.optional(limit),
  EXPIRE_AFTER_MONTHS: z._default(
    wholeNumber({ min: 0, max: 1200 }, 'a whole number of months, at most 1200; 0 for never'),
    '12',
  ),
  EXPIRE_BELOW_LINKS: z._default(
    wholeNumber({ min: 1, max: 1e14 }, 'a whole number of links, at least 1'),
    '1000',
  ),
});

/** Which workspaces end by themselves: those that nobody has used for so long, and that have fewer links. */
type Expiry = { readonly months: number; readonly belowLinks: number };

export type QuotaConfig = {
  readonly quotas: Quotas;
  /** Null: none ever ends. */
  readonly expiry: Expiry | null;
};

/** One list of a team's own has no limits, unless they are set, and never ends. */
export function readQuotaConfig(
  values: z.infer<typeof quotaVariables>,
  workspace: 'own' | 'shared',
): QuotaConfig {
  const isShared = workspace === 'shared';
  const limitOf = (text: string | undefined, usual: number) => {
    if (text === undefined) return isShared ? null : usual;
    return Number(text) === 0 ? null : Number(text);
  };
  const months = isShared ? 0 : Number(values.EXPIRE_AFTER_MONTHS);
  return {
    quotas: {
      linksPerWorkspace: limitOf(values.LIMIT_LINKS_PER_WORKSPACE, 50_000),
      bytesPerWorkspace: limitOf(values.LIMIT_BYTES_PER_WORKSPACE, 50_000_000),
      workspacesPerDay: limitOf(values.LIMIT_WORKSPACES_PER_DAY, 50),
      bytesPerDay: limitOf(values.LIMIT_BYTES_PER_DAY, 100_000_000),
      storeBytes: limitOf(values.LIMIT_STORE_BYTES, 10_000_000_000),
    },
    expiry: months === 0 ? null : { months, belowLinks: Number(values.EXPIRE_BELOW_LINKS) },
  };
}
