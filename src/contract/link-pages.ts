import * as z from 'zod/mini';

import { linkSchema } from './links.ts';

export const linkPageSchema = z.object({
  links: z.array(linkSchema),
  /** An opaque text that asks for the next page. Null on the last page. */
  nextCursor: z.nullable(z.string()),
  hasMore: z.boolean(),
  /** How many links are saved. Only the first of several pages of all links has it. */
  total: z.optional(z.number()),
});

export type LinkPage = z.infer<typeof linkPageSchema>;

/** The usual number of links on a page, and the largest. */
export const linkPageSize = 5;
export const linkPageSizeLimit = 100;
