import * as z from 'zod/mini';

export const databaseSettingsSchema = z.object({
  dataDirectory: z.string(),
  databaseUrl: z.nullable(z.string()),
});

export const linkOrderSchema = z.object({
  number: z.number(),
  workspace: z.string(),
  work: z.enum(['create', 'update', 'remove']),
  link: z.object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    ifUpdatedAt: z.optional(z.string()),
  }),
});

export type LinkOrder = z.infer<typeof linkOrderSchema>;

export const linkOutcomeSchema = z.object({
  number: z.number(),
  /** The problem's code. Null: it went well. */
  failure: z.nullable(z.string()),
});
