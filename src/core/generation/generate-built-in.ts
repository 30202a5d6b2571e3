import type { Desk } from './desk.ts';
import { createDraft } from './draft.ts';
import { fillGaps } from './fill-gaps.ts';
import type { GenerationStep } from './generation-step.ts';
import type { WritingJob } from './writing-job.ts';

/** Has the built-in writer write all versions, and yields them as they grow, then the checked result. */
export async function* generateBuiltIn(
  job: WritingJob,
  { fill, inSteps }: Pick<Desk, 'fill' | 'inSteps'>,
): AsyncGenerator<GenerationStep, void, undefined> {
  const draft = await inSteps(createDraft(job));
  for (const version of draft.versions) yield* draft.begin(version);
  yield* fillGaps(job, draft, { fill, isWhole: true });
  yield* draft.end();
  yield { type: 'result', generation: await inSteps(draft.generation(true, null)) };
}
