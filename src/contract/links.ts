import * as z from 'zod/mini';

import type { Link } from '#core/links/link.ts';

/** The id of a link that the page made: a UUID in its usual form, in lower case. */
export const linkIdSchema = z
  .string()
  .check(z.regex(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/));

export const linkSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  createdAt: z.string(),
  /** This is also the version of the link: each change makes it later. */
  updatedAt: z.string(),
}) satisfies z.ZodMiniType<Link>;

/** Limit for the ids or URLs of one look-up, and for the links of one import. */
export const linkBatchLimit = 1000;

export const linksFoundSchema = z.object({ links: z.array(linkSchema) });

/** The result for each link: saved, unchanged because this id exists, or refused with the code of a problem. */
export const linkImportResultSchema = z.object({
  results: z.array(
    z.discriminatedUnion('status', [
      z.object({ id: z.string(), status: z.literal('created') }),
      z.object({ id: z.string(), status: z.literal('kept') }),
      z.object({ id: z.string(), status: z.literal('refused'), code: z.string(), detail: z.string() }),
    ]),
  ),
});

export type LinkImportResult = z.infer<typeof linkImportResultSchema>;

/** A file with all links of a workspace, newest first. It can be imported without loss. */
export const linkFileSchema = z.object({
  format: z.literal('linkweft-links'),
  version: z.literal(1),
  links: z.array(linkSchema),
});
