import * as z from 'zod/mini';

import type { Quotas } from '#server/workspaces/quotas.ts';

import { limit, wholeNumber } from './variables.ts';

/** How much visitors may save, and how long it is kept. */
export const quotaVariables = z.object({
  LIMIT_LINKS_PER_WORKSPACE: z.optional(limit(1e14)),
  LIMIT_BYTES_PER_WORKSPACE: z.optional(limit(1e14)),
  LIMIT_WORKSPACES_PER_DAY: z.optional(limit(1e14)),
  LIMIT_BYTES_PER_DAY: z.optional(limit(1e14)),
  LIMIT_STORE_BYTES: z.optional(limit(1e14)),
  EXPIRE_AFTER_MONTHS: z._default(
    wholeNumber({ min: 0, max: 1200 }, 'a whole number of months, at most 1200; 0 for never'),
    12,
  ),
  EXPIRE_BELOW_LINKS: z._default(
    wholeNumber({ min: 1, max: 1e14 }, 'a whole number of links, at least 1'),
    1000,
  ),
});

/** A shared list has only the limits that are set, and is never deleted automatically. */
export function readQuotaConfig(values: z.infer<typeof quotaVariables>, workspace: 'own' | 'shared') {
  const isShared = workspace === 'shared';
  const limitOf = (value: number | null | undefined, usual: number) =>
    value === undefined && !isShared ? usual : (value ?? null);
  const months = isShared ? 0 : values.EXPIRE_AFTER_MONTHS;
  const quotas: Quotas = {
    linksPerWorkspace: limitOf(values.LIMIT_LINKS_PER_WORKSPACE, 50_000),
    bytesPerWorkspace: limitOf(values.LIMIT_BYTES_PER_WORKSPACE, 50_000_000),
    workspacesPerDay: limitOf(values.LIMIT_WORKSPACES_PER_DAY, 50),
    bytesPerDay: limitOf(values.LIMIT_BYTES_PER_DAY, 100_000_000),
    storeBytes: limitOf(values.LIMIT_STORE_BYTES, 10_000_000_000),
  };
  return {
    quotas,
    /** Deletes workspaces that are unused for this number of months and have fewer links. Null: deletes none. */
    expiry: months === 0 ? null : { months, belowLinks: values.EXPIRE_BELOW_LINKS },
  };
}
