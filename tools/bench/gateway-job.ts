import * as z from 'zod/mini';

/**
 * How the provider answers: `once` as one JSON body, `burst` with all chunks at once, `steady` with 20 chunks a second.
 * `steady` with 0 chunks never ends.
 */
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

/** The bytes of one request, and the port that it goes to. */
const requestSchema = z.object({ port: z.number(), head: z.string(), body: z.string() });
export type WireRequest = z.infer<typeof requestSchema>;

export const jobSchema = z.discriminatedUnion('kind', [
  /**
   * Keeps `connections` connections busy: each sends its next request after an answer. The first requests are spread
   * over `spreadMs`.
   */
  z.object({
    kind: z.literal('turns'),
    request: requestSchema,
    connections: z.number(),
    spreadMs: z.number(),
    milliseconds: z.number(),
  }),
  /**
   * Holds streams open. The share `unread` of them is never read. Counts the chunks that are due in a window of time.
   */
  z.object({
    kind: z.literal('streams'),
    request: requestSchema,
    streams: z.number(),
    unread: z.number(),
    settleMs: z.number(),
    milliseconds: z.number(),
  }),
  /** Opens streams one after another and closes each one after its first chunk. */
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
  /** The share of the chunks for reading clients that arrived within one second. */
  delivered: z.number(),
  lag: z.object({ p50: z.number(), p99: z.number() }),
  /** The answer to one additional stream. */
  oneMore: z.object({ status: z.number(), retryAfter: z.string() }),
});
export type Streams = z.infer<typeof streamsSchema>;

export const leavingSchema = z.object({ p50: z.number(), longest: z.number() });
export type Leaving = z.infer<typeof leavingSchema>;
