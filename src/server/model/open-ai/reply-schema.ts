import * as z from 'zod/mini';

const text = z.optional(z.nullable(z.string()));

const contentSchema = z.object({ content: text, refusal: text });

/** A whole chat completion, as far as it is read. */
export const completionSchema = z.object({
  choices: z.array(z.object({ message: z.optional(contentSchema), finish_reason: text })),
});

/** One piece of a streamed one. The last may have no choices and only count tokens. */
export const completionChunkSchema = z.object({
  choices: z.array(z.object({ delta: z.optional(contentSchema), finish_reason: text })),
});
