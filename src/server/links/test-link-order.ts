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

/** The address of the visitor who imports. */
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
  /** The code of the problem; null after a success. */
  failure: z.nullable(z.string()),
});
