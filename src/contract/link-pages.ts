import * as z from 'zod/mini';

import { linkSchema } from './links.ts';

export const linkPageSchema = z.object({
  links: z.array(linkSchema),
  /** Opaque. Asks for the page after this one. Null on the last page. */
  nextCursor: z.nullable(z.string()),
  hasMore: z.boolean(),
});

export type LinkPage = z.infer<typeof linkPageSchema>;

/** Links on a page by default, and the limit for one request. */
export const linkPageSize = 5;
export const linkPageSizeLimit = 100;
