import type { LinkFields } from '#core/links/link.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';
import { versionNames } from '#core/edits/version.ts';

import type { ModelLimits } from './model-limits.ts';
import { estimateTokens, tokensPerMessage } from './token-count.ts';

/** How much longer a version's text is than the content. With `tokensPerLink` more than any recorded answer took. */
export const growth = 1.1;
/** One or two new sentences with the anchor text; the address comes on top. */
const tokensPerLink = 60;
const markerTokens = 30;

/** Of an answer that is as long as good ones are. Beyond it a model has lost its way, and still is not cut. */
export const headRoom = { factor: 1.5, tokens: 500 };
/** Kept free for what a model thinks of a text that is as long as it can be, and asked for otherwise. */
export const thinkingTokens = { least: 8_000, usual: 25_000 };

/** The tokens of three versions that depend on the links alone. */
export function linkAnswerTokens(links: readonly LinkFields[], { tokenizer }: ModelLimits): number {
  const each = links.map(({ url }) => tokensPerLink + estimateTokens(url, tokenizer));
  return versionNames.length * (markerTokens + each.reduce((sum, tokens) => sum + tokens, 0));
}

export function promptTokens({ system, user }: Prompt, { tokenizer }: ModelLimits): number {
  return estimateTokens(system, tokenizer) + estimateTokens(user, tokenizer) + 3 * tokensPerMessage;
}

/**
 * The most output tokens to ask for: three versions with their links and head room, and no more than the model can
 * give beside this prompt. Never more than is worth paying for, never so few that a good answer is cut.
 */
export function maxOutputTokens(
  job: { readonly content: string; readonly links: readonly LinkFields[]; readonly prompt: Prompt },
  limits: ModelLimits,
): number {
  const text = versionNames.length * growth * estimateTokens(job.content, limits.tokenizer);
  const answer = (text + linkAnswerTokens(job.links, limits)) * headRoom.factor + headRoom.tokens;
  const wanted = Math.ceil(answer) + (limits.reasons ? thinkingTokens.usual : 0);
  const free = limits.contextWindow - promptTokens(job.prompt, limits);
  return Math.max(1, Math.min(wanted, limits.outputLimit ?? wanted, free));
}
