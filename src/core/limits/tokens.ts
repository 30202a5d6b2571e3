import type { CompletionRequest } from '#core/prompt/prompt.ts';

import type { Tokenizer, TokenPrice, Tokens } from './terms.ts';

/**
 * The tokens of a code point outside Latin words. The first row whose `below` is higher counts. The numbers were
 * measured and rounded up.
 */
const scripts: readonly { readonly below: number; readonly wide: number; readonly narrow: number }[] = [
  { below: 0x0370, wide: 0.8, narrow: 0.6 }, // signs of Europe
  { below: 0x0400, wide: 1.15, narrow: 0.48 }, // Greek
  { below: 0x0530, wide: 0.6, narrow: 0.34 }, // Cyrillic
  { below: 0x0590, wide: 1.6, narrow: 0.6 }, // Armenian
  { below: 0x0600, wide: 1.2, narrow: 0.5 }, // Hebrew
  { below: 0x0700, wide: 0.9, narrow: 0.48 }, // Arabic
  { below: 0x0e00, wide: 1.45, narrow: 0.45 }, // the scripts of India
  { below: 0x0e80, wide: 1, narrow: 0.55 }, // Thai
  { below: 0x10a0, wide: 2.4, narrow: 1.2 }, // Lao, Tibetan, Burmese
  { below: 0x1100, wide: 2.2, narrow: 0.45 }, // Georgian
  { below: 0x1e00, wide: 3, narrow: 2.3 }, // Ethiopic, Khmer, Mongolian
  { below: 0x2000, wide: 1.2, narrow: 0.5 }, // Vietnamese
  { below: 0x2070, wide: 0.8, narrow: 0.8 }, // dashes and quotes
  { below: 0x2e80, wide: 2, narrow: 1.8 }, // signs and arrows
  { below: 0x3100, wide: 1.05, narrow: 0.95 }, // kana
  { below: 0xa000, wide: 1.35, narrow: 0.95 }, // Chinese
  { below: 0xac00, wide: 2.6, narrow: 1.8 },
  { below: 0xd7b0, wide: 1.3, narrow: 0.8 }, // Korean
  { below: 0x10000, wide: 1.6, narrow: 1.2 },
  { below: 0x1f000, wide: 4, narrow: 4 }, // ancient scripts, mathematical letters
  { below: 0x20000, wide: 3.2, narrow: 2.2 }, // emoji
];

/** A text with a larger share of accented letters is not English. Its words need more tokens. */
const foreignShare = 0.008;

/** Runs of one kind. The groups are a Latin word, a number, white space, and equal signs of ASCII. */
const runs = /([A-Za-z\u00C0-\u024F]+)|(\d+)|([ \t-\r]+)|(\p{ASCII})\4*|[^]/gu;

/**
 * Estimates the tokens of a text. The estimate is a few percent above real counts for English articles, and higher
 * for other languages. `inputTokensAtMost` gives an upper limit.
 */
export function estimateTokens(text: string, tokenizer: Tokenizer = 'wide'): number {
  let [letters, accented, english, foreign, others] = [0, 0, 0, 0, 0];
  for (const { 0: run, 1: word, 2: digits, 3: space, 4: sign } of text.matchAll(runs)) {
    if (word !== undefined) {
      const marks = countOf(word, /[^A-Za-z]/gu);
      const extra = countOf(word.slice(1), /[A-Z]/gu) * 0.4 + marks * 0.7;
      letters += word.length;
      accented += marks;
      english += Math.max(1, 1 + (word.length - 6) / 7) + extra;
      foreign += Math.max(1, word.length / 2.8) + extra;
    } else if (digits !== undefined) others += Math.ceil(digits.length / 3);
    else if (space !== undefined) others += space === ' ' ? 0 : 1;
    else if (sign !== undefined) others += 0.85 + (run.length - 1) / 10;
    else others += tokensOfSign(run.codePointAt(0) ?? 0, tokenizer);
  }
  return Math.ceil(others + (accented > letters * foreignShare ? foreign : english));
}

function tokensOfSign(code: number, tokenizer: Tokenizer): number {
  return (scripts.find(({ below }) => code < below) ?? rarest)[tokenizer];
}

const rarest = { wide: 3.5, narrow: 3 };

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Returns an upper limit for the tokens of a prompt with these messages. A text never has more tokens than bytes. Some
 * tokenizers first change it to a Unicode normal form, in which one letter may become eighteen.
 */
export function inputTokensAtMost(messages: readonly string[]): number {
  return messages.reduce((sum, text) => sum + mostBytes(text) + tokensPerMessage, tokensPerMessage);
}

function mostBytes(text: string): number {
  if (/^\p{ASCII}*$/u.test(text)) return text.length;
  return Math.max(utf8Bytes(text), utf8Bytes(text.normalize('NFKC')));
}

/** A code point outside the basic plane has two UTF-16 units and four bytes. */
function utf8Bytes(text: string): number {
  return text.length + lengthOf(text, /\P{ASCII}+/gu) + lengthOf(text, /[\u0800-\uFFFF]+/gu);
}

function lengthOf(text: string, pattern: RegExp): number {
  return text.length - text.replaceAll(pattern, '').length;
}

/** The tokens that a chat puts around each message. */
export const tokensPerMessage = 16;

/** The share of the first calls that the repair call may use at most, besides the instructions. */
export const repairShare = 0.25;

/** Tokens for thoughts: the least that must fit, and the usual number. */
export const thinkingTokens = { least: 8_000, usual: 25_000 };

/** Returns how many tokens the thoughts of a model need at least. */
export function leastThinking(model: { readonly reasons: boolean } | null): number {
  return model?.reasons === true ? thinkingTokens.least : 0;
}

/** Returns the most tokens that instructions add to a prompt. */
export function instructionTokens(instructions: string): number {
  return instructions === '' ? 0 : inputTokensAtMost([instructions]);
}

/** In US dollars. */
export function costOf({ inputTokens, outputTokens }: Tokens, price: TokenPrice): number {
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

/** The output tokens of a call without a limit: more than three versions of the longest content need. */
const uncapped = 128_000;

/** Returns the most tokens that one call can use. */
export function tokensAtMost({ prompt, maxOutputTokens }: CompletionRequest): Tokens {
  const inputTokens = inputTokensAtMost([prompt.system, prompt.user]);
  return { inputTokens, outputTokens: maxOutputTokens ?? uncapped };
}

export function sumOf(a: Tokens, b: Tokens): Tokens {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

/** An answer may be longer than its limit by this, because our token count is only an estimate. */
const margin = { factor: 1.25, tokens: 200 };

/** Returns the limit of an answer, in output tokens. Longer answers are cut, and no more tokens are booked. */
export function answerLimit({ maxOutputTokens }: CompletionRequest): number {
  return Math.ceil((maxOutputTokens ?? uncapped) * margin.factor) + margin.tokens;
}
