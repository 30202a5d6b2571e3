import { versionNames } from '#core/edits/version.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { LinkFields } from '#core/links/link.ts';
import { writePrompt } from '#core/prompt/write-prompt.ts';

import type { ModelLimits } from './model-limits.ts';
import { growth, linkAnswerTokens, maxOutputTokens, promptTokens, thinkingTokens } from './output-limit.ts';
import { dearestInParts, partsNeeded } from './parts-limit.ts';
import type { Protocol } from './protocol.ts';
import { estimateTokens, inputTokensAtMost } from './token-count.ts';

/** The limit for all models: about 17,000 words, more than an article ever has. */
export const largestContent = 100_000;

export type ContentLimits = {
  /** In UTF-16 code units, for any text and any model. */
  readonly maxContentChars: number;
  /** How a model is asked to answer. Null: the built-in writer writes. */
  readonly protocol: Protocol | null;
  /** Null: the built-in writer writes, which has no context window. */
  readonly model: ModelLimits | null;
};

export type ContentFit = {
  readonly fits: boolean;
  /** In UTF-16 code units, as is `atMost`. */
  readonly characters: number;
  /** How long this text could be. Text with many tokens leaves room for fewer characters. */
  readonly atMost: number;
};

/** Less than in any English article that was measured. */
const charactersPerToken = 3.7;
const usualLinks = Array.from({ length: 3 }, (_, index) => ({
  id: `${index}`,
  url: 'https://shop.example.com/a-product/p/8841?ref=a-usual-partner-21',
  description: 'What this link is about, in the words of the person who saved it',
  integrations: 1 as const,
}));

/** Returns the length that is promised for an English text with a few links. */
export function contentLimit(limits: ModelLimits, protocol: Protocol): number {
  if (protocol === 'edits') return contentLimitInParts(limits);
  const characters = contentTokens(usualLinks, limits) * charactersPerToken;
  return Math.max(0, Math.min(largestContent, roundDown(characters)));
}

function contentLimitInParts(limits: ModelLimits): number {
  let characters = largestContent;
  while (characters > 0 && partsNeeded(characters / charactersPerToken, usualLinks, limits) === null)
    characters = roundDown(characters * 0.9);
  return characters;
}

/** Returns the most tokens that a generation of an English content of this length, with a few links, can use. */
export function dearestTokens(characters: number, limits: ModelLimits, protocol: Protocol) {
  if (protocol === 'edits') return dearestInParts(characters, usualLinks, limits);
  const content = 'abc '.repeat(characters / 4);
  const prompt = writePrompt(content, usualLinks);
  return {
    inputTokens: inputTokensAtMost([prompt.system, prompt.user]),
    outputTokens: maxOutputTokens({ content, links: usualLinks, prompt }, limits),
  };
}

/**
 * Whether the content with its links fits the model: as a whole with three whole texts as the answer, or, with
 * edits, in any number of parts.
 */
export function fitsModel(
  content: string,
  links: readonly LinkFields[],
  { maxContentChars, model, protocol }: ContentLimits,
): ContentFit {
  const characters = content.length;
  if (model === null || characters > maxContentChars)
    return { fits: characters <= maxContentChars, characters, atMost: maxContentChars };
  const tokens = estimateTokens(content, model.tokenizer);
  if (protocol === 'edits') {
    const fits = partsNeeded(tokens, links, model) !== null;
    const atMost = fits ? maxContentChars : likelyInParts(tokens / characters, characters, links, model);
    return { fits, characters, atMost };
  }
  const room = contentTokens(links, model);
  const likely = Math.min(maxContentChars, roundDown((characters * Math.max(0, room)) / Math.max(1, tokens)));
  if (tokens > room) return { fits: false, characters, atMost: likely };
  return { fits: true, characters, atMost: Math.max(characters, likely) };
}

/** Returns how much of a content that is too long would fit. */
function likelyInParts(
  tokensEach: number,
  characters: number,
  links: readonly LinkFields[],
  model: ModelLimits,
): number {
  let likely = roundDown(characters * 0.9);
  while (likely > 0 && partsNeeded(likely * tokensEach, links, model) === null)
    likely = roundDown(likely * 0.9);
  return likely;
}

/** Returns how many tokens are left for the content. Negative: the links alone are too long. */
function contentTokens(links: readonly LinkFields[], limits: ModelLimits): number {
  const chosen = links.map((link, index) => ({ ...link, id: `${index}`, integrations: 1 as const }));
  const fixed = promptTokens(writePrompt('', chosen), limits);
  const answer = linkAnswerTokens(links, limits) + (limits.reasons ? thinkingTokens.least : 0);
  const inWindow = (limits.contextWindow - fixed - answer) / (1 + growth * versionNames.length);
  if (limits.outputLimit === null) return inWindow;
  return Math.min(inWindow, (limits.outputLimit - answer) / (growth * versionNames.length));
}

function roundDown(characters: number): number {
  return Math.floor(characters / 100) * 100;
}

/** Returns the problem for a content that does not fit, with the numbers. */
export function contentTooLong(fit: ContentFit): ProblemError {
  return new ProblemError('content-too-long', { detail: messageOfFit(fit) });
}

function messageOfFit({ characters, atMost }: ContentFit): string {
  if (atMost === 0)
    return 'The selected links alone are too much for this model. Please select fewer links and try again.';
  const [has, takes] = [characters, atMost].map((count) => count.toLocaleString('en'));
  return `Your content has ${has} characters; at most ${takes} can be rewritten at once. Please shorten it and try again.`;
}
