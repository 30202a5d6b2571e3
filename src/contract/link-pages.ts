import * as z from 'zod/mini';

import { linkSchema } from './links.ts';

export const linkPageSchema = z.object({
  links: z.array(linkSchema),
  /** An opaque text that asks for the next page. Null on the last page. */
  nextCursor: z.nullable(z.string()),
  hasMore: z.boolean(),
  /** How many links are saved. Only the first page has it. */
  total: z.optional(z.number()),
  /** The version of the list before the page was read. Only the first page has it. */
  version: z.optional(z.string()),
});

export type LinkPage = z.infer<typeof linkPageSchema>;

/** What has changed since an earlier version of the list. Null: this is not known, and the list is read page by page. */
export const linkChangesSchema = z.nullable(
  z.object({
    /** The version that these changes lead to. */
    version: z.string(),
    links: z.array(linkSchema),
    /** The ids of deleted links. A link that is also in `links` was saved again. */
    deleted: z.array(z.string()),
  }),
);

export type LinkChanges = z.infer<typeof linkChangesSchema>;

/** The usual number of links on a page, and the largest. It also limits what one answer tells of changes. */
export const linkPageSize = 5;
export const linkPageSizeLimit = 1000;

/** The query of a page. `limit` is from 1 to `linkPageSizeLimit`. */
export const pageQuerySchema = /* @__PURE__ */ z.object({
  limit: /* @__PURE__ */ z._default(
    /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^(?:[1-9]\d{0,2}|1000)$/)),
    /* @__PURE__ */ String(linkPageSize),
  ),
  cursor: /* @__PURE__ */ z.optional(z.string()),
});

/** `since` is the version that the client has. */
export const changesQuerySchema = /* @__PURE__ */ z.object({ since: z.string() });
