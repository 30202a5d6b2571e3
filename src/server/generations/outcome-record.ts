import * as z from 'zod/mini';

import { generationSchema } from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import { UnfinishedError } from '#core/generation/generation.ts';
import { ProblemError, problemMessages } from '#core/errors/problem.ts';
import type { ProblemCode } from '#core/errors/problem.ts';
import type { Outcome } from './ledger/ledger.ts';
import { openOutcome, sealOutcome } from './ledger/outcome-cipher.ts';

/** How a generation ended. */
export type Ending =
  | { readonly type: 'result'; readonly generation: FinishedGeneration }
  | { readonly type: 'problem'; readonly problem: ProblemError };

const recordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), generation: generationSchema }),
  z.object({
    type: z.literal('problem'),
    code: z.custom<ProblemCode>((code) => typeof code === 'string' && code in problemMessages),
    detail: z.string(),
    generation: z.optional(generationSchema),
  }),
]);

/** What is kept of an ending for those who repeat the click: nobody without its key can read it. */
export function writeRecord(ending: Ending, key: string): Uint8Array {
  return sealOutcome(Buffer.from(JSON.stringify(plain(ending))), key);
}

function plain(ending: Ending): object {
  if (ending.type === 'result') return ending;
  const { problem } = ending;
  const generation = problem instanceof UnfinishedError ? problem.generation : undefined;
  return { type: 'problem', code: problem.code, detail: problem.message, generation };
}

/** The generation that a click led to; throws the problem where it led to none. */
export function replayOutcome({ state, record }: Outcome, key: string): FinishedGeneration {
  if (state === 'stopped') throw new ProblemError('generation-abandoned');
  const opened = record === null ? null : openOutcome(record, key);
  // Its server fell silent before it could say how it ended.
  if (opened === null) throw new ProblemError('generation-interrupted');
  const { data: kept } = recordSchema.safeParse(JSON.parse(Buffer.from(opened).toString()));
  // A version before this one kept it in another form.
  if (kept === undefined) throw new ProblemError('generation-interrupted');
  if (kept.type === 'result') return kept.generation;
  const { code, detail, generation } = kept;
  const problem = new ProblemError(code, { detail });
  throw generation === undefined ? problem : new UnfinishedError(problem, generation);
}
