import * as z from 'zod/mini';

const text = z.optional(z.nullable(z.string()));

/** Models that show their thoughts send parts, of which the text alone is the reply. */
const parts = z.array(z.object({ type: z.optional(z.string()), text, thinking: z.optional(z.unknown()) }));

const messageSchema = z.optional(
  z.nullable(
    z.object({
      content: z.optional(z.nullable(z.union([z.string(), parts]))),
      refusal: text,
      /** Thoughts, by either name. */
      reasoning_content: z.optional(z.unknown()),
      reasoning: z.optional(z.unknown()),
    }),
  ),
);

/** One choice is asked for. A provider that gives more says which is which. */
const index = z.optional(z.unknown());

/** A whole chat completion, as far as it is read. */
export const completionSchema = z.object({
  choices: z.array(z.object({ index, message: messageSchema, finish_reason: text })),
  usage: z.optional(z.unknown()),
});

/** One piece of a streamed one. Some have no choices: the last may only count tokens, others keep the line open. */
export const completionChunkSchema = z.object({
  choices: z._default(
    z.nullable(z.array(z.object({ index, delta: messageSchema, finish_reason: text }))),
    [],
  ),
  usage: z.optional(z.unknown()),
});

export type ReplyMessage = z.infer<typeof messageSchema>;

/** Null where there is none, as in a piece of another choice. */
export function firstChoice<T extends { readonly index?: unknown }>(choices: readonly T[] | null): T | null {
  return choices?.find((choice) => (choice.index ?? 0) === 0) ?? null;
}
