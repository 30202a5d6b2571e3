import { linkIdSchema } from '#contract/link-id.ts';
import type { FoundLink } from '#core/link-files/found-link.ts';

/** Leaves out an id or a time that the server would not take: somebody has changed the file since. */
export function withValidOwnFields({ id, createdAt, updatedAt, ...fields }: FoundLink): FoundLink {
  return {
    ...fields,
    ...(id !== undefined && linkIdSchema.safeParse(id).success ? { id } : {}),
    ...(isTime(createdAt) ? { createdAt } : {}),
    ...(isTime(updatedAt) ? { updatedAt } : {}),
  };
}

/** A time as our files have it: ISO 8601 in UTC with milliseconds, on a day that there is. */
function isTime(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-.*Z$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}
