import * as z from 'zod/mini';

import { linkSchema } from './links.ts';

/** Which of the saved links fit this text? */
export const suggestionRequestSchema = z.object({
  content: z.string(),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 10),
});

/** Best first. `start` and `end` count UTF-16 code units of the content: the passage that the link would fit. */
export const suggestionsSchema = z.object({
  suggestions: z.array(
    z.object({
      link: linkSchema,
      score: z.number(),
      passage: z.object({ start: z.number(), end: z.number() }),
    }),
  ),
});

export type Suggestions = z.infer<typeof suggestionsSchema>;
