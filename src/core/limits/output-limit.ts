import type { LinkFields } from '#core/links/link.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';
import { versionNames } from '#core/edits/version.ts';

import type { ModelLimits } from './model-limits.ts';
import { estimateTokens, tokensPerMessage } from './token-count.ts';

/**
 * How much longer a version is than the content. Together with `tokensPerLink`, more than any recorded answer used.
 */
export const growth = 1.1;
/** One or two new sentences with the anchor. The address is added to this. */
const tokensPerLink = 60;
const markerTokens = 30;

/** The reserve above a good answer. Longer answers are useless. */
export const headRoom = { factor: 1.5, tokens: 500 };
/** Reserved for the thoughts about the longest possible text, and the usual amount to ask for. */
export const thinkingTokens = { least: 8_000, usual: 25_000 };

/** Returns the tokens of three versions that depend only on the links. */
export function linkAnswerTokens(links: readonly LinkFields[], { tokenizer }: ModelLimits): number {
  const each = links.map(({ url }) => tokensPerLink + estimateTokens(url, tokenizer));
  return versionNames.length * (markerTokens + each.reduce((sum, tokens) => sum + tokens, 0));
}

export function promptTokens({ system, user }: Prompt, { tokenizer }: ModelLimits): number {
  return estimateTokens(system, tokenizer) + estimateTokens(user, tokenizer) + 3 * tokensPerMessage;
}

/**
 * Returns the output limit to ask for: three versions with their links and a reserve, and no more than the model can
 * give besides this prompt. It is enough for every good answer.
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
