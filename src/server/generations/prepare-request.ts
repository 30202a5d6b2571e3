import type { Wish } from '#core/generation/prepare-job.ts';
import type { OnlyVersion, WritingTerms } from '#core/generation/writing-job.ts';
import { fitsModel, contentTooLong } from '#core/limits/content-limit.ts';
import { ProblemError } from '#core/errors/problem.ts';
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

/**
 * Finds the chosen links of a request. The content is not read for it.
 * Throws 'content-empty', 'links-invalid' or 'content-too-long'.
 */
export async function prepareRequest(
  links: LinkStore,
  workspace: string,
  { content, linkIds, only }: GenerationRequest,
  terms: WritingTerms,
): Promise<Wish> {
  if (content.trim() === '') throw new ProblemError('content-empty');
  const fit = fitsModel(content, [], { ...terms, model: null });
  if (!fit.fits) throw contentTooLong(fit);
  const ids = [...new Set(linkIds)];
  if (ids.length > linksAtMost) throw tooManyLinks(ids.length);
  const found = await links.byIds(workspace, ids);
  if (found.length === 0) throw new ProblemError('links-invalid');
  return { content, links: found, only };
}

function tooManyLinks(count: number): ProblemError {
  const detail = `You have selected ${count.toLocaleString('en')} links; at most ${linksAtMost} can be woven in at once. Please select fewer links and try again.`;
  return new ProblemError('content-too-long', { detail });
}
