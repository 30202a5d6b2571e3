import * as z from 'zod/mini';

/** The task of a test process. */
export const orderTaskSchema = z.object({
  settings: z.object({ dataDirectory: z.string(), databaseUrl: z.nullable(z.string()) }),
  orders: z.number(),
  worstCase: z.number(),
  perDay: z.number(),
  leaseMs: z.number(),
  /** How long an order runs at most, in milliseconds. */
  longest: z.number(),
});

export type OrderTask = z.infer<typeof orderTaskSchema>;

export const orderReportSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('open') }),
  z.object({ event: z.literal('started'), id: z.string() }),
  z.object({ event: z.literal('settled'), id: z.string(), spent: z.number() }),
  z.object({ event: z.literal('ended') }),
]);

export type OrderReport = z.infer<typeof orderReportSchema>;
