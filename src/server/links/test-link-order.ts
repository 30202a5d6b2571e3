import * as z from 'zod/mini';

export const databaseSettingsSchema = z.object({
  dataDirectory: z.string(),
  databaseUrl: z.nullable(z.string()),
  quotas: z.optional(
    z.object({
      linksPerWorkspace: z.nullable(z.number()),
      bytesPerWorkspace: z.nullable(z.number()),
      workspacesPerDay: z.nullable(z.number()),
      bytesPerDay: z.nullable(z.number()),
      storeBytes: z.nullable(z.number()),
    }),
  ),
});

/** Whoever orders an import counts as this address. */
export const importingAddress = '192.0.2.7';

export const linkOrderSchema = z.object({
  number: z.number(),
  workspace: z.string(),
  work: z.enum(['create', 'update', 'remove', 'import']),
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
