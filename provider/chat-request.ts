import * as z from 'zod/mini';

const tokens = z.optional(z.int().check(z.positive()));

const chatRequestSchema = z.strictObject({
  model: z.string().check(z.minLength(1)),
  temperature: z.optional(z.number()),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  stream: z.optional(z.boolean()),
  stream_options: z.optional(z.strictObject({ include_usage: z.boolean() })),
  // These turn thoughts off, for models on the visitor's own machine.
  reasoning_effort: z.optional(z.literal('none')),
  think: z.optional(z.literal(false)),
  chat_template_kwargs: z.optional(z.strictObject({ enable_thinking: z.literal(false) })),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string().check(z.minLength(1)) }),
    z.strictObject({ role: z.literal('user'), content: z.string().check(z.minLength(1)) }),
  ]),
});

/** The only kind of chat completion that Linkweft requests. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** Reads a body. Returns null if it has any other shape. */
export function readChatRequest(body: string): ChatRequest | null {
  try {
    return chatRequestSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
