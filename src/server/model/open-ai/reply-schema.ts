import * as z from 'zod/mini';

const text = z.optional(z.nullable(z.string()));

const contentSchema = z.optional(z.nullable(z.object({ content: text, refusal: text })));

/** A whole chat completion, as far as it is read. */
export const completionSchema = z.object({
  choices: z.array(z.object({ message: contentSchema, finish_reason: text })),
});

/** One piece of a streamed one. Some have no choices: the last may only count tokens, others keep the line open. */
export const completionChunkSchema = z.object({
  choices: z._default(z.array(z.object({ delta: contentSchema, finish_reason: text })), []),
});
