import * as z from 'zod/mini';

export const linkSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  createdAt: z.string(),
  /** Also the link's version: each change makes it a later one. */
  updatedAt: z.string(),
});

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

export const linkPageSchema = z.object({
  links: z.array(linkSchema),
  /** Opaque; asks for the page after this one. Null on the last page. */
  nextCursor: z.nullable(z.string()),
  hasMore: z.boolean(),
});

export type LinkPage = z.infer<typeof linkPageSchema>;

/** Links a page by default, and the most that one request may ask for. */
export const linkPageSize = 5;
export const linkPageSizeLimit = 100;

/** The most ids or URLs that one look-up may name, and the most links that one import may carry. */
export const linkBatchLimit = 1000;

/** Asks for the links with these ids and for the newest link with exactly each of these URLs. */
export const linkLookupSchema = z.object({
  ids: z._default(z.array(z.string()).check(z.maxLength(linkBatchLimit)), []),
  urls: z._default(z.array(z.string()).check(z.maxLength(linkBatchLimit)), []),
});

export const linksFoundSchema = z.object({ links: z.array(linkSchema) });

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

/** What became of each link: saved, there already under this id (and left as it is), or refused with a problem's code. */
export const linkImportResultSchema = z.object({
  results: z.array(
    z.discriminatedUnion('status', [
      z.object({ id: z.string(), status: z.literal('created') }),
      z.object({ id: z.string(), status: z.literal('kept') }),
      z.object({ id: z.string(), status: z.literal('refused'), code: z.string(), detail: z.string() }),
    ]),
  ),
});

export type LinkImport = z.infer<typeof linkImportSchema>;
export type LinkImportResult = z.infer<typeof linkImportResultSchema>;

/** A file of all links of a workspace, newest first, that can be imported again without loss. */
export const linkFileSchema = z.object({
  format: z.literal('linkweft-links'),
  version: z.literal(1),
  links: z.array(linkSchema),
});
