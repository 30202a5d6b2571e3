import * as z from 'zod/mini';

import type { Suggestion } from '#core/ranking/weigh-links.ts';

import { linkSchema } from './links.ts';

/** Uses no check of zod, because the page would load the check without a need. */
export const suggestionRequestSchema = z.object({
  content: z.string(),
  limit: z._default(
    z.number().check(({ value, issues }) => {
      if (!Number.isInteger(value) || value < 1 || value > 50) issues.push({ code: 'custom', input: value });
    }),
    10,
  ),
});

/** Offsets in UTF-16 units of the content. */
const stretchSchema = z.object({ start: z.number(), end: z.number() });

/** Suggestions, best first. */
export const suggestionsSchema = z.object({
  suggestions: z.array(
    z.object({
      link: linkSchema,
      score: z.number(),
      /** Whether the link clearly fits. Others have some words in common with the text and may fit. */
      isStrong: z.boolean(),
      /** The passage that the link fits, and the best sentence in it. */
      passage: stretchSchema,
      sentence: stretchSchema,
    }) satisfies z.ZodMiniType<Suggestion>,
  ),
  /** How many links were compared. */
  searched: z.number(),
});

export type Suggestions = z.infer<typeof suggestionsSchema>;
