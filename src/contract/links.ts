import * as z from 'zod/mini';

export const linkSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** What is sent to save a link. What is missing is empty, and an empty URL is refused by name. */
export const newLinkSchema = z.object({
  url: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
});

/** What is sent to change a link: the fields that change. */
export const linkChangeSchema = z.object({
  url: z.optional(z.string()),
  description: z.optional(z.string()),
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
