import type { LinkFields } from '#core/links/link.ts';
import { writeEditsPrompt } from '#core/prompt/write-edits-prompt.ts';

import { editsTokens, maxEditsTokens } from './edits-limit.ts';
import type { ModelLimits } from './model-limits.ts';
import { promptTokens, thinkingTokens } from './output-limit.ts';
import { estimateTokens, inputTokensAtMost } from './token-count.ts';

/** The share of the first calls that the repair call may use at most. */
export const repairShare = 0.25;

/** The most calls for one generation. */
export const mostParts = 64;

/**
 * Long content is cut into parts of about this many tokens, even if the context window is larger: parts without
 * links cost nothing, and the others run at the same time.
 */
const partTokens = 2_500;

/** Returns the smallest number of parts for so many tokens, if one part is not enough. */
export function fewestParts(tokens: number): number {
  return Math.min(mostParts, Math.max(2, Math.ceil(tokens / partTokens)));
}

/** A part may have this many times its fair share of the text and of the links. */
const unevenness = 1.5;
/** Content with fewer tokens is more likely one paragraph than several. */
const leastPart = 150;
const tokensPerSentence = 20;
const charactersPerSentence = 60;
/** `[123] ` before a sentence. */
const numbering = { tokens: 4, characters: 7 };

/** Returns how many parts a content needs to fit the model with its links. Null: it does not fit. */
export function partsNeeded(
  tokens: number,
  links: readonly LinkFields[],
  limits: ModelLimits,
): number | null {
  const most = Math.min(mostParts, Math.max(1, Math.floor(tokens / leastPart)));
  const prompt = promptTokens(promptWith('', []), limits);
  const costs = links
    .map(({ url, description }) => estimateTokens(`${url} ${description}`, limits.tokenizer) + 20)
    .toSorted((a, b) => b - a);
  for (let count = 1; count <= most; count = count === 1 ? fewestParts(tokens) : count + 1) {
    const share = count === 1 ? 1 : unevenness / count;
    const taken = costs.slice(0, Math.ceil(costs.length * share));
    const size = sizeOf(tokens * share, taken.length);
    const input =
      prompt + taken.reduce((sum, cost) => sum + cost, 0) + size.tokens + size.sentences * numbering.tokens;
    const output = editsTokens(size) + (limits.reasons ? thinkingTokens.least : 0);
    if (input + output <= limits.contextWindow && output <= (limits.outputLimit ?? output)) return count;
  }
  return null;
}

/** Returns the most tokens that all calls of a generation with this length and these links can use. */
export function dearestInParts(characters: number, links: readonly LinkFields[], limits: ModelLimits) {
  const tokens = characters / 4;
  const count = partsNeeded(tokens, links, limits) ?? 1;
  const share = count === 1 ? 1 : unevenness / count;
  const calls = Math.min(count, links.length);
  const text = 'a'.repeat(Math.ceil(characters * share));
  const numbers = 'a'.repeat(Math.ceil((text.length / charactersPerSentence) * numbering.characters));
  const own = links.slice(0, Math.ceil(links.length * share));
  const prompt = promptWith(text + numbers, own);
  const size = sizeOf(tokens * share, own.length);
  const outputTokens = maxEditsTokens(size, promptWith('', own), limits) ?? editsTokens(size);
  const times = calls * (1 + repairShare);
  return {
    inputTokens: Math.ceil(inputTokensAtMost([prompt.system, prompt.user]) * times),
    outputTokens: Math.ceil(outputTokens * times),
  };
}

function sizeOf(tokens: number, links: number) {
  return { links, tokens, sentences: Math.ceil(tokens / tokensPerSentence) };
}

function promptWith(shown: string, links: readonly LinkFields[]) {
  const labelled = links.map((link, index) => ({
    label: `L${index + 1}`,
    link: { ...link, id: `${index}`, integrations: 1 as const },
  }));
  return writeEditsPrompt({ content: '', shown, sentenceCount: 1, links: labelled });
}
