import { mostReplaced } from '#core/edits/limits.ts';

import type { ModelLimits } from './model-limits.ts';
import { headRoom, promptTokens, thinkingTokens } from './output-limit.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';

/** What is asked for in edits: its size decides how long a good answer can be. */
export type EditsSize = {
  readonly links: number;
  readonly sentences: number;
  /** Of all the sentences. */
  readonly tokens: number;
};

/** In all three versions together; recorded answers took 125. */
const tokensPerLink = 150;
const markerTokens = 60;
/** What takes the place of a sentence is a little longer, and its number stands before it. */
const replaced = { factor: 1.4, tokens: 8 };

/** A text without full stops is one sentence without end, which need not be retold. */
const longestReplaced = 500;

/** The tokens of a good answer that uses all it may. */
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
 * The most output tokens to ask for: the edits of three versions with head room, and no more than the model can give
 * beside this prompt. Null where a good answer has no room.
 */
export function maxEditsTokens(size: EditsSize, prompt: Prompt, limits: ModelLimits): number | null {
  const good = editsTokens(size) + (limits.reasons ? thinkingTokens.least : 0);
  const free = limits.contextWindow - promptTokens(prompt, limits);
  if (good > Math.min(free, limits.outputLimit ?? free)) return null;
  const wanted = Math.ceil(answerTokens(size, Infinity) * headRoom.factor) + headRoom.tokens;
  const withThoughts = wanted + (limits.reasons ? thinkingTokens.usual : 0);
  return Math.min(withThoughts, limits.outputLimit ?? withThoughts, free);
}
