import * as z from 'zod/mini';

import { mostRelinks } from '#core/edits/edit.ts';

import { relinksSchema, versionSchema } from './generations.ts';

export const generationRequestSchema = z.object({
  content: z.string().check(z.minLength(1)),
  linkIds: z.array(z.string()).check(z.minLength(1)),
  relinks: z.optional(relinksSchema.check(z.maxLength(mostRelinks))),
  /** What the user wishes of the style, at most 300 characters. It changes nothing that is checked. */
  instructions: z.optional(z.string()),
  /** Asks for the built-in writer, even if a model is configured. */
  writer: z.optional(z.literal('built-in')),
  /** Asks for one version only. It must not use the wordings in `avoid` again. */
  only: z.optional(z.object({ version: versionSchema, avoid: z.array(z.string()) })),
});
