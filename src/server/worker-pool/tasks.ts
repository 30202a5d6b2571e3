import { stopReason } from '#llm-client/call-failure.ts';
import { generateBuiltIn } from '#core/generation/draft.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import { prepareJob, type Wish } from '#core/generation/prepare-job.ts';
import type { WritingTerms } from '#core/generation/writing-job.ts';
import type { Link } from '#core/links/link.ts';
import { pointAtLinks } from '#core/template-writer/point-at-links.ts';
import { createEventLoopScheduler, createPauses } from '#server/event-loop-scheduler.ts';
import { suggestLinks, type SuggestionWish } from '#server/suggestions/suggest-links.ts';

/** The tasks of a worker. Their input and results are plain data. */
export const tasks = {
  /** Runs the built-in writer and returns all of its steps. */
  async write({ wish, terms }: { wish: Wish; terms: WritingTerms }, { signal }: TaskContext) {
    const pauses = createPauses(createEventLoopScheduler(), signal, stopReason);
    const job = await pauses.run(prepareJob(wish, terms));
    const steps: GenerationStep[] = [];
    const inSteps = pauses.run;
    const written = generateBuiltIn(job, { inSteps, fill: (gaps) => inSteps(pointAtLinks(gaps)) });
    for await (const step of written) {
      steps.push(step);
      if (pauses.isDue()) await pauses.pause();
    }
    return steps;
  },
  suggest: (wish: SuggestionWish, { links, signal }: TaskContext) => suggestLinks(links(), wish, signal),
};

export type Tasks = typeof tasks;

export type TaskContext = {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Returns batches of links. A batch is read when the task asks for it. */
  readonly links: () => AsyncIterable<readonly Link[]>;
};
