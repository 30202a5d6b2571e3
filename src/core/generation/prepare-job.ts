import type { ChosenLink } from '#core/link/link.ts';
import { fitsModel } from '#core/model/content-limit.ts';
import { contentTooLong } from '#core/model/content-too-long.ts';
import { maxOutputTokens } from '#core/model/output-limit.ts';
import { ProblemError } from '#core/problem/problem.ts';
import { writePrompt } from '#core/prompt/write-prompt.ts';

import type { WritingJob } from './writing-job.ts';
import type { WritingTerms } from './writing-terms.ts';

/**
 * Turns content and the chosen links that are still there into work. Throws 'content-empty', 'links-invalid', and
 * 'content-too-long' with the numbers: what does not fit is refused before anybody pays for it.
 */
export function prepareJob(
  content: string,
  found: readonly Pick<ChosenLink, 'id' | 'url' | 'description'>[],
  terms: WritingTerms,
): WritingJob {
  if (content.trim() === '') throw new ProblemError('content-empty');
  if (found.length === 0) throw new ProblemError('links-invalid');
  const links = found.map(({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const);
  const fit = fitsModel(content, links, terms);
  if (!fit.fits) throw contentTooLong(fit);
  const work = { prompt: writePrompt(content, links), content, links };
  const { model, price } = terms;
  return { ...work, maxOutputTokens: model === null ? null : maxOutputTokens(work, model), price };
}
