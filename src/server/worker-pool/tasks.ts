import { stopReason } from '#llm-client/call-failure.ts';
import { generateBuiltIn } from '#core/generation/generate-built-in.ts';
import type { GenerationStep } from '#core/generation/generation.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import type { Wish } from '#core/generation/prepare-job.ts';
import type { WritingTerms } from '#core/generation/writing-job.ts';
import type { Link } from '#core/links/link.ts';
import { pointAtLinks } from '#core/template-writer/point-at-links.ts';
import { createEventLoopScheduler, createPauses } from '#server/event-loop-scheduler.ts';
import { suggestLinks } from '#server/suggestions/suggest-links.ts';
import type { SuggestionWish } from '#server/suggestions/suggest-links.ts';

/** What a worker can do. Questions and answers are plain data. */
export const tasks = {
  /** Has the built-in writer write, and gives all of its steps. */
  async write({ wish, terms }: { wish: Wish; terms: WritingTerms }, { signal }: TaskMeans) {
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
  suggest: (wish: SuggestionWish, { links, signal }: TaskMeans) => suggestLinks(links(), wish, signal),
};

export type Tasks = typeof tasks;

export type TaskMeans = {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Batches of links, as they are asked for. */
  readonly links: () => AsyncIterable<readonly Link[]>;
};
