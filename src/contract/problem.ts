import * as z from 'zod/mini';

/** The body of every failure: `application/problem+json` of RFC 9457 with a stable `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  /** What happened and what to do, in words for the user. */
  detail: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
