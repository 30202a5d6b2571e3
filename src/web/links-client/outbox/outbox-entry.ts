import * as z from 'zod/mini';

import { linkSchema } from '#contract/links.ts';

/** A change of one link that the server has not confirmed yet. */
export const outboxEntrySchema = z.object({
  id: z.string(),
  /** Entries are sent in this order, the smallest first. */
  order: z.number(),
  kind: z.enum(['create', 'update', 'delete']),
  /** The link as the user wants it. Its `updatedAt` is the version that the change was made to. */
  link: linkSchema,
  /** Of a deletion: until then it can be undone, and is not sent. In milliseconds since 1970. */
  undoUntil: z.optional(z.number()),
  standing: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting') }),
    /** The link was changed elsewhere meanwhile. Null: deleted. */
    z.object({ kind: z.literal('conflict'), theirs: z.nullable(linkSchema) }),
    z.object({ kind: z.literal('refused'), message: z.string() }),
  ]),
});

export type OutboxEntry = Readonly<z.infer<typeof outboxEntrySchema>>;

export const waiting = { kind: 'waiting' } as const;
