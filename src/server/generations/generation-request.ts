import { ProblemError } from '#core/errors/problem.ts';
import type { Wish } from '#core/generation/prepare-job.ts';
import type { OnlyVersion, WritingTerms } from '#core/generation/writing-job.ts';
import { fitsModel, contentTooLong } from '#core/limits/content-limit.ts';
import type { LinkStore } from '#server/links/link-store.ts';

export type GenerationRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** 'built-in' asks for the built-in writer although a model is configured. */
  readonly writer?: 'built-in' | undefined;
  readonly only?: OnlyVersion | undefined;
};

/** More links than any text takes. Each link costs the built-in writer milliseconds and a model part of its window. */
const linksAtMost = 200;

/**
 * Returns the content with its chosen links. Only the length of the content is checked.
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
