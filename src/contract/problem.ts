import * as z from 'zod/mini';

import { linkSchema } from './links.ts';

/** The body of every failure: `application/problem+json` of RFC 9457 with a stable `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  /** What happened and what the user can do. */
  detail: z.string(),
  /** Identifies the failure in the server's log. Missing if no route was reached. */
  requestId: z.optional(z.string()),
  /** The current link, if the code is 'link-changed'. */
  link: z.optional(linkSchema),
});

export type Problem = z.infer<typeof problemSchema>;
