import * as z from 'zod/mini';

import { applyEdits } from '#core/edits/edit.ts';
import { perVersion } from '#core/edits/version-names.ts';
import type { FinishedGeneration, GenerationStep } from '#core/generation/finished-generation.ts';

import { editSchema, sentGenerationSchema, versionSchema, type SentGeneration } from './generations.ts';

// What a stream sends. This is not in `generations.ts`, because the page loads that file at its start.

/** Returns what a stream sends of a generation. */
export function sentGeneration({
  text: _text,
  versions: _versions,
  ...sent
}: FinishedGeneration): SentGeneration {
  return sent;
}

/** Returns the generation that a stream has sent for this content. */
export function receivedGeneration(sent: SentGeneration, content: string): FinishedGeneration {
  const versions = perVersion((name) =>
    sent.unfinished.includes(name) ? '' : applyEdits(content, sent.edits[name]),
  );
  return { ...sent, text: content, versions };
}

/** Ends a stream that failed. `generation` has the versions that were finished before the failure. */
const problemEventSchema = z.object({
  type: z.literal('problem'),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  generation: z.optional(sentGenerationSchema),
});

/**
 * One message of the event stream, sent as `event: <type>` and `data: <the whole object as JSON>`. A stream ends with
 * exactly one `result` or one `problem`. If it ends without either, the connection was lost.
 */
export type GenerationEvent =
  | Exclude<GenerationStep, { type: 'result' }>
  | { readonly type: 'result'; readonly generation: SentGeneration }
  | (Omit<z.infer<typeof problemEventSchema>, 'generation'> & { generation?: SentGeneration | undefined });

export const generationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('version-start'), version: versionSchema }),
  z.object({ type: z.literal('version-edit'), version: versionSchema, edit: editSchema }),
  z.object({ type: z.literal('version-end'), version: versionSchema }),
  z.object({ type: z.literal('result'), generation: sentGenerationSchema }),
  problemEventSchema,
]) satisfies z.ZodMiniType<GenerationEvent>;
