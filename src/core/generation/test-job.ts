import type { LinkFields } from '#core/links/link.ts';
import { pointAtLinks } from '#core/built-in-writer/point-at-links.ts';
import { limitsOf } from '#core/limits/known-models.ts';
import { atOnce } from '#core/lib/helpers.ts';

import type { GenerationClient, OnlyVersion, WritingJob, WritingTerms } from './writing-job.ts';
import { prepareJob } from './prepare-job.ts';

const testTerms: WritingTerms = {
  maxContentChars: 100_000,
  protocol: 'edits',
  model: limitsOf('gpt-4o', { contextWindow: null, outputLimit: null }),
  price: null,
};

type More = {
  readonly terms?: Partial<WritingTerms>;
  readonly only?: OnlyVersion;
  readonly instructions?: string;
};

export function testJob(
  content: string,
  links: readonly LinkFields[],
  { terms, only, instructions }: More = {},
): WritingJob {
  const chosen = links.map((link, index) => ({ ...link, id: `${index}` }));
  return atOnce(prepareJob({ content, links: chosen, only, instructions }, { ...testTerms, ...terms }));
}

/** Returns a client whose model answers with `ask`. */
export function testClient(
  ask: GenerationClient['ask'],
  more: Partial<GenerationClient> = {},
): GenerationClient {
  return {
    ask,
    fill: async (gaps) => atOnce(pointAtLinks(gaps)),
    inSteps: async (steps) => atOnce(steps),
    toTheEnd: async (steps) => atOnce(steps),
    isStopped: () => false,
    ...more,
  };
}
