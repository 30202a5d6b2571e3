import * as z from 'zod/mini';

/** How the provider answers: at once as JSON, all chunks of a stream at once, or 20 a second (0 chunks: without end). */
export const paceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once') }),
  z.object({ kind: z.literal('burst'), chunks: z.number() }),
  z.object({ kind: z.literal('steady'), chunks: z.number() }),
]);
export type Pace = z.infer<typeof paceSchema>;

export const providerStateSchema = z.object({
  open: z.number(),
  left: z.object({ times: z.number(), at: z.number() }),
});

/** One request as it goes over the wire, and where. */
const requestSchema = z.object({ port: z.number(), head: z.string(), body: z.string() });
export type WireRequest = z.infer<typeof requestSchema>;

export const jobSchema = z.discriminatedUnion('kind', [
  /** So many connections, each asking again as soon as it was answered; their first requests spread over a time. */
  z.object({
    kind: z.literal('turns'),
    request: requestSchema,
    connections: z.number(),
    spreadMs: z.number(),
    milliseconds: z.number(),
  }),
  /** Streams that stay open, a share of them never read; what was due in a window is counted. */
  z.object({
    kind: z.literal('streams'),
    request: requestSchema,
    streams: z.number(),
    unread: z.number(),
    settleMs: z.number(),
    milliseconds: z.number(),
  }),
  /** Streams that are left after their first chunk, one after another. */
  z.object({
    kind: z.literal('leaving'),
    request: requestSchema,
    providerPort: z.number(),
    times: z.number(),
  }),
]);
export type Job = z.infer<typeof jobSchema>;

export const turnsSchema = z.object({
  perSecond: z.number(),
  first: z.object({ p50: z.number(), p99: z.number() }),
});
export type Turns = z.infer<typeof turnsSchema>;

export const streamsSchema = z.object({
  opened: z.number(),
  /** Of the chunks that were due to clients that read, those that came within a second. */
  delivered: z.number(),
  lag: z.object({ p50: z.number(), p99: z.number() }),
  /** The answer to one stream more, and its Retry-After. */
  oneMore: z.object({ status: z.number(), retryAfter: z.string() }),
});
export type Streams = z.infer<typeof streamsSchema>;

export const leavingSchema = z.object({ p50: z.number(), longest: z.number() });
export type Leaving = z.infer<typeof leavingSchema>;
