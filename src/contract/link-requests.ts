import * as z from 'zod/mini';
import { linkBatchLimit, linkIdSchema } from './links.ts';

// These schemas are not in `links.ts`: the page loads that file at its start, and would then load more of zod.

/**
 * Saves a link. A missing field is empty, and an empty URL is refused with a code. A request with an id can be
 * repeated: it saves one link, however often it arrives.
 */
export const newLinkSchema = z.object({
  id: z.optional(linkIdSchema),
  url: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
});

/** Changes a link. Only the fields that change are sent. */
export const linkChangeSchema = z.object({
  url: z.optional(z.string()),
  description: z.optional(z.string()),
  /** The `updatedAt` that the user saw. If the link has another one now, it is not changed ('link-changed'). */
  ifUpdatedAt: z.optional(z.string()),
});

/** Options of a deletion, in the query: some proxies drop the body of a `DELETE`. */
export const linkRemovalSchema = z.object({
  /** The `updatedAt` that the user saw. If the link has another one now, it is not deleted ('link-changed'). */
  ifUpdatedAt: z.optional(z.string()),
});

/** Asks for the links with these ids, and for the newest link with exactly each of these URLs. */
export const linkLookupSchema = z.object({
  ids: z._default(z.array(z.string()).check(z.maxLength(linkBatchLimit)), []),
  urls: z._default(z.array(z.string()).check(z.maxLength(linkBatchLimit)), []),
});

/** Several new links, oldest first. Links with times keep them. A time in the future counts as now. */
export const linkImportSchema = z.object({
  links: z
    .array(
      z.object({
        id: linkIdSchema,
        url: z.string(),
        description: z.string(),
        createdAt: z.optional(z.iso.datetime()),
        updatedAt: z.optional(z.iso.datetime()),
      }),
    )
    .check(z.maxLength(linkBatchLimit)),
});

export type LinkImport = z.infer<typeof linkImportSchema>;
