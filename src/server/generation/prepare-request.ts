import { stopReason } from '#completion/stop-reason.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import type { OnlyVersion, WritingJob } from '#core/generation/writing-job.ts';
import type { WritingTerms } from '#core/generation/writing-terms.ts';
import { fitsModel } from '#core/model/content-limit.ts';
import { contentTooLong } from '#core/model/content-too-long.ts';
import { ProblemError } from '#core/problem/problem.ts';
import { createPauses } from '#server/pauses.ts';
import type { LinkStore } from '#server/links/link-store.ts';

export type GenerationRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** Wanted where a model would write. */
  readonly writer?: 'built-in' | undefined;
  readonly only?: OnlyVersion | undefined;
};

/** More than any text takes; each costs the built-in writer milliseconds, and a model its window. */
const linksAtMost = 200;

/** Finds the chosen links of a request. Throws 'content-empty', 'links-invalid' or 'content-too-long'. */
export async function prepareRequest(
  links: LinkStore,
  workspace: string,
  { content, linkIds, only }: GenerationRequest,
  { terms, signal }: { readonly terms: WritingTerms; readonly signal: AbortSignal },
): Promise<WritingJob> {
  if (content.trim() === '') throw new ProblemError('content-empty');
  // Before anything is looked up, and long before it is estimated.
  const fit = fitsModel(content, [], { ...terms, model: null });
  if (!fit.fits) throw contentTooLong(fit);
  const ids = [...new Set(linkIds)];
  if (ids.length > linksAtMost) throw tooManyLinks(ids.length);
  const wish = { content, links: await links.byIds(workspace, ids), only };
  return createPauses(signal, stopReason).run(prepareJob(wish, terms));
}

function tooManyLinks(count: number): ProblemError {
  const detail = `You have selected ${count.toLocaleString('en')} links; at most ${linksAtMost} can be woven in at once. Please select fewer links and try again.`;
  return new ProblemError('content-too-long', { detail });
}
