import { stopReason } from '#completion/stop-reason.ts';
import { fillGap } from '#core/built-in-writer/fill-gap.ts';
import type { Filling, Gap } from '#core/built-in-writer/fill-gap.ts';
import type { VersionStep } from '#core/built-in-writer/write-versions.ts';
import { writeSteps } from '#core/built-in-writer/write-versions.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { createPauses } from '#server/pauses.ts';

/** A writer that needs no model: it adds a sentence or two per link, and changes nothing else. */
export type BuiltInWriter = {
  /** Has a place for each link, the passage that fits its description best. The same job always gives the same. */
  write(job: WritingJob, signal: AbortSignal): AsyncIterable<VersionStep>;
  /** Writes what a version lacks. */
  fill(gap: Gap, signal: AbortSignal): Promise<Filling[]>;
};

/** Lets others work between its steps. */
export function createBuiltInWriter(): BuiltInWriter {
  return {
    async *write(job, signal) {
      const pauses = createPauses(signal, stopReason);
      for (const step of writeSteps(job.document, job.links, job.only)) {
        if (pauses.isDue() || step !== undefined) await pauses.pause();
        if (step !== undefined) yield step;
      }
    },
    fill: (gap, signal) => createPauses(signal, stopReason).run(fillGap(gap)),
  };
}
