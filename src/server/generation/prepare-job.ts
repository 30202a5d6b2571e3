import { ProblemError } from '#core/problem/problem.ts';
import { writePrompt } from '#core/prompt/write-prompt.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { WritingJob } from '#server/model/chat-model.ts';

export type GenerationRequest = { readonly content: string; readonly linkIds: readonly string[] };

/** Turns a request into work for a model. Throws 'content-empty' or 'links-invalid'. */
export async function prepareJob(
  links: LinkStore,
  workspace: string,
  { content, linkIds }: GenerationRequest,
): Promise<WritingJob> {
  if (content.trim() === '') throw new ProblemError('content-empty');
  const stored = await links.byIds(workspace, [...new Set(linkIds)]);
  if (stored.length === 0) throw new ProblemError('links-invalid');
  const chosen = stored.map(
    ({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const,
  );
  return { prompt: writePrompt(content, chosen), content, links: chosen };
}
