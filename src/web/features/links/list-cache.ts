import * as z from 'zod/mini';

import { linkPageSchema } from '#contract/links.ts';
import type { LinkPage } from '#contract/links.ts';
import type { SafeStorage } from '#web/storage.ts';

export const listCacheKey = 'newestLinks';

const storedSchema = z.nullable(linkPageSchema);

/** The first page of the list as it was last seen, so that it is there at once and without a network. */
export function readCachedPage(storage: SafeStorage): LinkPage | null {
  try {
    const stored = storedSchema.safeParse(JSON.parse(storage.read(listCacheKey) ?? 'null'));
    return stored.success ? stored.data : null;
  } catch {
    return null;
  }
}

export function writeCachedPage(storage: SafeStorage, page: LinkPage): void {
  storage.write(listCacheKey, JSON.stringify(page));
}
