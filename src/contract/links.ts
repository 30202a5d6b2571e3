import * as z from 'zod/mini';

import type { Link } from '#core/links/link.ts';

export const linkSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  createdAt: z.string(),
  /** Also the link's version: each change makes it a later one. */
  updatedAt: z.string(),
}) satisfies z.ZodMiniType<Link>;

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

export const linksFoundSchema = z.object({ links: z.array(linkSchema) });

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

export type LinkImportResult = z.infer<typeof linkImportResultSchema>;

/** A file of all links of a workspace, newest first, that can be imported again without loss. */
export const linkFileSchema = z.object({
  format: z.literal('linkweft-links'),
  version: z.literal(1),
  links: z.array(linkSchema),
});
