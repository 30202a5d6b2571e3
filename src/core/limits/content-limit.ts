import { mostReplaced } from '#core/edits/version-rules.ts';
import { perVersion, versionNames } from '#core/edits/version-names.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import {
  type ContentLimits,
  type ModelLimits,
  type Protocol,
  instructionsLimit,
  type Tokens,
  type Tokenizer,
} from './terms.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { memoize } from '#core/lib/helpers.ts';
import { writeEditsPrompt, writePrompt, writeSentencesPrompt } from '#core/prompt/write-prompt.ts';

import {
  estimateTokens,
  inputTokensAtMost,
  instructionTokens,
  leastThinking,
  repairShare,
  thinkingTokens,
  tokensPerMessage,
} from './tokens.ts';

/** The limit for all models: about 17,000 words, more than an article ever has. */
export const largestContent = 100_000;
/** The most calls for one generation. */
export const mostParts = 64;

/**
 * Long content is cut into parts of about this many tokens, even if the context window is larger: parts without
 * links cost nothing, and the others run at the same time.
 */
const partTokens = 2_500;
/** A part may have this many times its fair share of the text and of the links. */
const unevenness = 1.5;
/** Content with fewer tokens is more likely one paragraph than several. */
const leastPart = 150;
const tokensPerSentence = 20;
const charactersPerSentence = 60;
/** `[123] ` before a sentence. */
const numbering = { tokens: 4, characters: 7 };

/** Tokens for the edits of one link in all versions together. Recorded answers used 125 for three versions. */
const linkInEdits = 50 * versionNames.length;
const editMarkers = 20 * versionNames.length;
/** A replacement is a little longer than its sentence, and has a number. */
const replaced = { factor: 1.4, tokens: 8 };
/** A text without full stops is one very long sentence, which nobody replaces as a whole. */
const longestReplaced = 500;

/** How much longer a version is. Together with `linkInText`, more than any recorded answer used. */
const growth = 1.1;
/** One or two new sentences with the anchor. The address is added to this. */
const linkInText = 60;
const textMarker = 30;

/** The reserve above a good answer. Longer answers are useless. */
const headRoom = { factor: 1.5, tokens: 500 };

/** For English. Every measured article had more. */
const charactersPerToken = 3.7;

/** What a prompt holds besides the content. */
type Extras = { readonly links: readonly LinkToWeave[]; readonly instructions: string };

const usualExtras: Extras = {
  links: Array.from({ length: 3 }, () => ({
    url: 'https://shop.example.com/a-product/p/8841?ref=a-usual-partner-21',
    description: 'What this link is about, in the words of the person who saved it',
  })),
  // The longest instructions that are allowed.
  instructions: 'abc '.repeat(instructionsLimit / 4),
};

export type ContentFit = {
  readonly fits: boolean;
  /** In UTF-16 code units, like `atMost`. */
  readonly characters: number;
  /** How long this text could be. Of text with many tokens, fewer characters fit. */
  readonly atMost: number;
};

/** Returns the length that is promised for an English text with a few links and the longest instructions. */
export function contentLimit(limits: ModelLimits, protocol: Protocol): number {
  if (protocol === 'edits') return longestInParts(largestContent, charactersPerToken, usualExtras, limits);
  if (protocol === 'sentences') return takesSentences(usualExtras, limits) ? largestContent : 0;
  const characters = contentTokens(usualExtras, limits) * charactersPerToken;
  return Math.max(0, Math.min(largestContent, roundDown(characters)));
}

/** Returns the most tokens that a generation can use for English content of this length with the usual extras. */
export function dearestTokens(characters: number, limits: ModelLimits, protocol: Protocol): Tokens {
  if (protocol === 'edits') return dearestInParts(characters, limits);
  if (protocol === 'sentences') return dearestSentences(characters, limits);
  const content = 'abc '.repeat(characters / 4);
  const prompt = writePrompt(content, usualExtras.links, usualExtras);
  return {
    inputTokens: inputTokensAtMost([prompt.system, prompt.user]),
    outputTokens: maxTextsTokens({ content, links: usualExtras.links, prompt }, limits),
  };
}

/**
 * Whether the content with its links fits the model: in one call if the answer is three whole texts, or in any number
 * of parts if it is edits. For one sentence a link, the length of the content does not matter.
 */
export function fitsModel(
  content: string,
  links: readonly LinkToWeave[],
  { maxContentChars, model, protocol }: ContentLimits,
  instructions = '',
): ContentFit {
  const extras = { links, instructions };
  const characters = content.length;
  if (model === null || characters > maxContentChars)
    return { fits: characters <= maxContentChars, characters, atMost: maxContentChars };
  if (protocol === 'sentences') {
    const fits = takesSentences(extras, model);
    return { fits, characters, atMost: fits ? maxContentChars : 0 };
  }
  const tokens = estimateTokens(content, model.tokenizer);
  if (protocol === 'edits') {
    const fits = partsNeeded(tokens, extras, model) !== null;
    const shorter = roundDown(characters * 0.9);
    const atMost = fits ? maxContentChars : longestInParts(shorter, characters / tokens, extras, model);
    return { fits, characters, atMost };
  }
  const most = contentTokens(extras, model);
  const likely = Math.min(maxContentChars, roundDown((characters * Math.max(0, most)) / Math.max(1, tokens)));
  const fits = tokens <= most;
  return { fits, characters, atMost: fits ? Math.max(characters, likely) : likely };
}

/** Returns the problem for a content that does not fit, with the numbers. */
export function contentTooLong({ characters, atMost }: ContentFit): ProblemError {
  const [has, most] = [characters, atMost].map((count) => count.toLocaleString('en'));
  const detail =
    atMost === 0
      ? 'The selected links alone are too much for this model. Please select fewer links and try again.'
      : `Your content has ${has} characters. The limit is ${most}. Please shorten it and try again.`;
  return new ProblemError('content-too-long', { detail });
}

/** Returns the smallest number of parts for this number of tokens, if one part is not enough. */
export function fewestParts(tokens: number): number {
  return Math.min(mostParts, Math.max(2, Math.ceil(tokens / partTokens)));
}

/**
 * Returns the output limit for a call that asks for three whole texts: the texts with their links and a reserve, and
 * no more than the model can give besides this prompt. It is enough for every good answer.
 */
export function maxTextsTokens(
  job: { readonly content: string; readonly links: readonly LinkToWeave[]; readonly prompt: Prompt },
  limits: ModelLimits,
): number {
  const text = versionNames.length * growth * estimateTokens(job.content, limits.tokenizer);
  const answer = text + linkTokens(job.links, limits);
  const wanted = withReserve(answer, limits);
  return Math.max(1, Math.min(wanted, freeTokens(job.prompt, wanted, limits)));
}

/** The size of a request for edits. It decides how long a good answer can be. */
type EditsSize = {
  readonly links: number;
  readonly sentences: number;
  /** Of all sentences together. */
  readonly tokens: number;
};

/**
 * Returns the output limit for a call that asks for edits: those of three versions with a reserve, and no more than
 * the model can give besides this prompt. Null: a good answer does not fit.
 */
export function maxEditsTokens(size: EditsSize, prompt: Prompt, limits: ModelLimits): number | null {
  const good = editsTokens(size) + leastThinking(limits);
  const wanted = withReserve(editsTokens(size, Infinity), limits);
  const free = freeTokens(prompt, Math.max(good, wanted), limits);
  return good > Math.min(free, limits.outputLimit ?? free) ? null : Math.min(wanted, free);
}

/**
 * Returns how many tokens the context window has besides a prompt. Where `wanted` tokens surely are free, the prompt
 * is not counted, and the result may be too low, but not below `wanted`.
 */
function freeTokens(prompt: Prompt, wanted: number, limits: ModelLimits): number {
  const surely = limits.contextWindow - inputTokensAtMost([prompt.system, prompt.user]);
  return surely >= wanted ? surely : limits.contextWindow - promptTokens(prompt, limits);
}

/** Returns the output limit for a good answer of `answer` tokens: that number with a reserve. */
function withReserve(answer: number, limits: ModelLimits): number {
  const wanted = Math.ceil(answer * headRoom.factor + headRoom.tokens);
  const withThoughts = wanted + (limits.reasons ? thinkingTokens.usual : 0);
  return Math.min(withThoughts, limits.outputLimit ?? withThoughts);
}

/** Returns the tokens of a good answer with as many edits as are allowed. */
function editsTokens({ links, sentences, tokens }: EditsSize, longest = longestReplaced): number {
  const most = versionNames.reduce((sum, name) => sum + mostReplaced(sentences, name, links), 0);
  const sentence = Math.min(longest, tokens / Math.max(1, sentences));
  const each = sentence * replaced.factor + replaced.tokens;
  return Math.ceil(editMarkers + links * linkInEdits + most * each);
}

/** Returns the tokens that the links add to three whole texts. */
function linkTokens(links: readonly LinkToWeave[], { tokenizer }: ModelLimits): number {
  const each = links.map(({ url }) => linkInText + estimateTokens(url, tokenizer));
  return versionNames.length * (textMarker + each.reduce((sum, tokens) => sum + tokens, 0));
}

function promptTokens({ system, user }: Prompt, { tokenizer }: Pick<ModelLimits, 'tokenizer'>): number {
  return estimateTokens(system, tokenizer) + estimateTokens(user, tokenizer) + 3 * tokensPerMessage;
}

/** Returns how many tokens are left for a content with whole texts as the answer. May be negative. */
function contentTokens({ links, instructions }: Extras, limits: ModelLimits): number {
  const fixed = promptTokens(writePrompt('', links, { instructions }), limits);
  const answer = linkTokens(links, limits) + leastThinking(limits);
  const inWindow = (limits.contextWindow - fixed - answer) / (1 + growth * versionNames.length);
  if (limits.outputLimit === null) return inWindow;
  return Math.min(inWindow, (limits.outputLimit - answer) / (growth * versionNames.length));
}

/** Returns how many characters fit the model in parts, and at most `most`. */
function longestInParts(most: number, perToken: number, extras: Extras, limits: ModelLimits): number {
  let characters = most;
  while (characters > 0 && partsNeeded(characters / perToken, extras, limits) === null)
    characters = roundDown(characters * 0.9);
  return characters;
}

/** Returns how many parts a content needs to fit the model with its links. Null: it does not fit. */
function partsNeeded(tokens: number, { links, instructions }: Extras, limits: ModelLimits): number | null {
  const most = Math.min(mostParts, Math.max(1, Math.floor(tokens / leastPart)));
  const prompt = barePromptTokens(limits.tokenizer)(instructions);
  const costs = links
    .map(
      ({ url, description, anchor = '' }) =>
        estimateTokens(`${url} ${description} ${anchor}`, limits.tokenizer) + 20,
    )
    .toSorted((a, b) => b - a);
  for (let count = 1; count <= most; count = count === 1 ? fewestParts(tokens) : count + 1) {
    const share = shareOf(count);
    const dearest = costs.slice(0, Math.ceil(costs.length * share));
    const size = sizeOf(tokens * share, dearest.length);
    const input =
      prompt + dearest.reduce((sum, cost) => sum + cost, 0) + size.tokens + size.sentences * numbering.tokens;
    const output = editsTokens(size) + leastThinking(limits);
    if (input + output <= limits.contextWindow && output <= (limits.outputLimit ?? output)) return count;
  }
  return null;
}

/** Returns the tokens of a prompt for edits without content and links. Most generations have no instructions. */
const barePromptTokens = memoize((tokenizer: Tokenizer) =>
  memoize(
    (instructions: string) => promptTokens(partPrompt('', { links: [], instructions }), { tokenizer }),
    8,
  ),
);

/** Returns the most tokens that all calls of a generation with this length and the usual extras can use. */
function dearestInParts(characters: number, limits: ModelLimits): Tokens {
  const tokens = characters / 4;
  const { links, instructions } = usualExtras;
  const count = partsNeeded(tokens, usualExtras, limits) ?? 1;
  const share = shareOf(count);
  const text = 'a'.repeat(Math.ceil(characters * share));
  const numbers = 'a'.repeat(Math.ceil((text.length / charactersPerSentence) * numbering.characters));
  const own = { links: links.slice(0, Math.ceil(links.length * share)), instructions };
  const prompt = partPrompt(text + numbers, own);
  const size = sizeOf(tokens * share, own.links.length);
  const outputTokens = maxEditsTokens(size, partPrompt('', own), limits) ?? editsTokens(size);
  const times = Math.min(count, links.length) * (1 + repairShare);
  return {
    inputTokens:
      Math.ceil(inputTokensAtMost([prompt.system, prompt.user]) * times) + instructionTokens(instructions),
    outputTokens: Math.ceil(outputTokens * times),
  };
}

/** What a call for sentences shows of the content for a link: two short passages, or one sentence if more does not fit. */
const passages = { usual: 2 * 3 * 160, least: 80 };

/** Whether each link fits the model with one sentence of the content. */
function takesSentences({ links, instructions }: Extras, limits: ModelLimits): boolean {
  const size = { links: 1, sentences: 0, tokens: 0 };
  return links.every((link) => {
    const prompt = sentencesPrompt('abc '.repeat(passages.least / 4), { links: [link], instructions });
    return maxEditsTokens(size, prompt, limits) !== null;
  });
}

/** Returns the most tokens that the calls for sentences can use: one for as many links as fit, and one more. */
function dearestSentences(characters: number, limits: ModelLimits): Tokens {
  const { links, instructions } = usualExtras;
  let [count, outputTokens]: [number, number | null] = [links.length + 1, null];
  let prompt: Prompt = { system: '', user: '' };
  while (outputTokens === null && count > 1) {
    count -= 1;
    const shown = 'abc '.repeat(Math.min(characters, count * passages.usual) / 4);
    prompt = sentencesPrompt(shown, { links: links.slice(0, count), instructions });
    outputTokens = maxEditsTokens({ links: count, sentences: 0, tokens: 0 }, prompt, limits);
  }
  const times = Math.ceil(links.length / count) + 1;
  return {
    inputTokens: times * inputTokensAtMost([prompt.system, prompt.user]),
    outputTokens: times * (outputTokens ?? limits.contextWindow),
  };
}

function sentencesPrompt(shown: string, { links, instructions }: Extras): Prompt {
  const placed = links.map((link, index) => ({
    label: `L${index + 1}`,
    link,
    place: 1000 + index,
    anchor: link.anchor ?? 'the name of a thing',
  }));
  const all = perVersion(() => placed);
  return writeSentencesPrompt({ content: '', shown, links: all, instructions, avoid: [] });
}

/** Returns the largest share that one of `count` parts may have. */
function shareOf(count: number): number {
  return count === 1 ? 1 : unevenness / count;
}

function sizeOf(tokens: number, links: number): EditsSize {
  return { links, tokens, sentences: Math.ceil(tokens / tokensPerSentence) };
}

function partPrompt(shown: string, { links, instructions }: Extras): Prompt {
  const labelled = links.map((link, index) => ({ label: `L${index + 1}`, link }));
  return writeEditsPrompt({ content: '', shown, replaceable: 20, links: labelled, instructions });
}

function roundDown(characters: number): number {
  return Math.floor(characters / 100) * 100;
}
