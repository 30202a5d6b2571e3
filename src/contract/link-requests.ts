import * as z from 'zod/mini';

import { linkBatchLimit } from './links.ts';

// These are not in `links.ts`: the page loads that file at its start, and none of these schemas.

/** An id that the page made: a UUID in its usual form, in lower case. */
export const linkIdSchema = z
  .string()
  .check(z.regex(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/));

/**
 * What is sent to save a link. What is missing is empty, and an empty URL is refused by name.
 * With an id the same request may be sent again: it saves one link, however often it arrives.
 */
export const newLinkSchema = z.object({
  id: z.optional(linkIdSchema),
  url: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
});

/** What is sent to change a link: the fields that change. */
export const linkChangeSchema = z.object({
  url: z.optional(z.string()),
  description: z.optional(z.string()),
  /** The `updatedAt` that the user saw. A link that has another one by now is not changed ('link-changed'). */
  ifUpdatedAt: z.optional(z.string()),
});

/** What may be said with a deletion, in the query: a `DELETE` has no body that every proxy passes on. */
export const linkRemovalSchema = z.object({
  /** The `updatedAt` that the user saw. A link that has another one by now is not deleted ('link-changed'). */
  ifUpdatedAt: z.optional(z.string()),
});

/** Asks for the links with these ids and for the newest link with exactly each of these URLs. */
export const linkLookupSchema = z.object({
  ids: z._default(z.array(z.string()).check(z.maxLength(linkBatchLimit)), []),
  urls: z._default(z.array(z.string()).check(z.maxLength(linkBatchLimit)), []),
});

/** Several new links, oldest first. With times they keep them; a time to come counts as now. */
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
