import { mostReplaced } from '#core/edits/edit.ts';

import type { ModelLimits } from './model-limits.ts';
import { headRoom, promptTokens, thinkingTokens } from './output-limit.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';

/** The size of a request for edits. It decides how long a good answer can be. */
export type EditsSize = {
  readonly links: number;
  readonly sentences: number;
  /** Of all sentences together. */
  readonly tokens: number;
};

/** In all three versions together. Recorded answers used 125. */
const tokensPerLink = 150;
const markerTokens = 60;
/** A replacement is a little longer than its sentence, and has a number. */
const replaced = { factor: 1.4, tokens: 8 };

/** A text without full stops is one very long sentence, which nobody replaces as a whole. */
const longestReplaced = 500;

/** Returns the tokens of a good answer that uses all it may. */
export function editsTokens(size: EditsSize): number {
  return answerTokens(size, longestReplaced);
}

function answerTokens({ links, sentences, tokens }: EditsSize, longest: number): number {
  const most = mostReplaced(sentences, 'exploratory', links) + mostReplaced(sentences, 'experimental', links);
  const sentence = Math.min(longest, tokens / Math.max(1, sentences));
  const each = sentence * replaced.factor + replaced.tokens;
  return Math.ceil(markerTokens + links * tokensPerLink + most * each);
}

/**
 * Returns the output limit to ask for: the edits of three versions with a reserve, and no more than the model can
 * give besides this prompt. Null: a good answer has no room.
 */
export function maxEditsTokens(size: EditsSize, prompt: Prompt, limits: ModelLimits): number | null {
  const good = editsTokens(size) + (limits.reasons ? thinkingTokens.least : 0);
  const free = limits.contextWindow - promptTokens(prompt, limits);
  if (good > Math.min(free, limits.outputLimit ?? free)) return null;
  const wanted = Math.ceil(answerTokens(size, Infinity) * headRoom.factor) + headRoom.tokens;
  const withThoughts = wanted + (limits.reasons ? thinkingTokens.usual : 0);
  return Math.min(withThoughts, limits.outputLimit ?? withThoughts, free);
}
