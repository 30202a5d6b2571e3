import * as z from 'zod/mini';

import { editSchema, generationSchema } from '#contract/generations.ts';
import { perVersion } from '#core/edits/version.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

/** A result, or the versions that were finished before a failure. `reason` says why it ended, to the user, in English. */
export type ShownResult =
  | { readonly phase: 'result'; readonly generation: FinishedGeneration }
  | { readonly phase: 'unfinished'; readonly generation: FinishedGeneration; readonly reason: string };

/** A shown result as the browser stores it. */
export const shownSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('result'), generation: generationSchema }),
  z.object({ phase: z.literal('unfinished'), generation: generationSchema, reason: z.string() }),
]);

export const changesSchema = z.object(
  perVersion(() => z.optional(z.object({ edits: z.array(editSchema), removed: z.array(editSchema) }))),
);

/** What the user has changed in each version. */
export type Changes = z.infer<typeof changesSchema>;
