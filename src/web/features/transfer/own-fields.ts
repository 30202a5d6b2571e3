import * as z from 'zod/mini';

import { linkIdSchema } from '#contract/links.ts';
import type { FoundLink } from '#core/transfer/found-link.ts';

const timeSchema = z.iso.datetime();

/** Leaves out an id or a time that the server would not take: somebody has changed the file since. */
export function withValidOwnFields({ id, createdAt, updatedAt, ...fields }: FoundLink): FoundLink {
  return {
    ...fields,
    ...(linkIdSchema.safeParse(id).success && id !== undefined ? { id } : {}),
    ...(timeSchema.safeParse(createdAt).success && createdAt !== undefined ? { createdAt } : {}),
    ...(timeSchema.safeParse(updatedAt).success && updatedAt !== undefined ? { updatedAt } : {}),
  };
}
