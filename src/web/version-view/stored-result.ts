import * as z from 'zod/mini';

import { editSchema, generationSchema } from '#contract/generations.ts';
import type { Edit } from '#core/edits/edit.ts';
import { perVersion } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

const edits: z.ZodMiniType<readonly Edit[]> = z.array(editSchema);
const generation: z.ZodMiniType<FinishedGeneration> = generationSchema;

/**
 * A result, the versions that were finished before a failure, or the content alone, whose links the user has exchanged.
 * `reason` tells the user in English why a generation ended. A relinked content stands in the version "safe".
 */
export const shownSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('result'), generation }),
  z.object({ phase: z.literal('unfinished'), generation, reason: z.string() }),
  z.object({ phase: z.literal('relinked'), generation }),
]);

export type ShownResult = z.infer<typeof shownSchema>;

export const changesSchema = z.object(perVersion(() => z.optional(z.object({ edits, removed: edits }))));

/** What the user has changed in each version. */
export type Changes = z.infer<typeof changesSchema>;
