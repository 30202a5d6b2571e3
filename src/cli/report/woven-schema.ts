import * as z from 'zod/mini';

/** What is known of a woven text, besides the text. */
export const wovenSchema = z.object({
  links: z.array(
    z.object({
      url: z.string(),
      status: z.enum(['added', 'exchanged', 'there already', 'left out', 'no place']),
      /** Why it was left out, or what it replaces. */
      note: z.string(),
    }),
  ),
  sentencesAdded: z.number(),
  sentencesRewritten: z.number(),
  /** Sentences that say what neither the text nor a description tells. */
  claims: z.array(z.string()),
});

export type WovenFacts = z.infer<typeof wovenSchema>;

export type WovenText = WovenFacts & { readonly text: string };
