import * as z from 'zod/mini';

const tokens = z.optional(z.int().check(z.positive()));

function message(role: 'system' | 'user') {
  return z.strictObject({ role: z.literal(role), content: z.string().check(z.minLength(1)) });
}

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
  // A model without a system role gets both texts in one message.
  messages: z.union([z.tuple([message('system'), message('user')]), z.tuple([message('user')])]),
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
