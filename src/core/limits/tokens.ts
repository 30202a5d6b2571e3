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

/**
 * Estimates the tokens of a text. The estimate is a few percent above real counts for English articles, and higher
 * for other languages. `inputTokensAtMost` gives an upper limit.
 */
export function estimateTokens(text: string, tokenizer: Tokenizer = 'wide'): number {
  const words = { letters: 0, accented: 0, english: 0, foreign: 0 };
  let others = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const end = endOfRun(text, at, code);
    const length = end - at;
    if (isLatin(code)) countWord(words, text, at, end);
    else if (isDigit(code)) others += Math.ceil(length / 3);
    else if (isSpace(code)) others += length === 1 && code === space ? 0 : 1;
    else if (code < 0x80) others += 0.85 + (length - 1) / 10;
    else others += tokensOfSign(code, tokenizer);
    at = end;
  }
  const isForeign = words.accented > words.letters * foreignShare;
  return Math.ceil(others + (isForeign ? words.foreign : words.english));
}

/** A separate function, because a closure in the loop would make an object for each word. */
function tokensOfSign(code: number, tokenizer: Tokenizer): number {
  return (scripts.find(({ below }) => code < below) ?? rarest)[tokenizer];
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

/** The tokens that a chat puts around each message. */
export const tokensPerMessage = 16;
const space = 32;

function countWord(
  words: { letters: number; accented: number; english: number; foreign: number },
  text: string,
  start: number,
  end: number,
): void {
  const length = end - start;
  let capitals = 0;
  let accented = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (at > start && isCapital(code)) capitals += 1;
    if (code >= 0x80) accented += 1;
  }
  words.letters += length;
  words.accented += accented;
  const extra = capitals * 0.4 + accented * 0.7;
  words.english += Math.max(1, 1 + (length - 6) / 7) + extra;
  words.foreign += Math.max(1, length / 2.8) + extra;
}

/** Returns the end of the word, the number, the space or the row of equal signs that begins at `start`. */
function endOfRun(text: string, start: number, first: number): number {
  let end = start + 1;
  if (isLatin(first)) while (end < text.length && isLatin(text.charCodeAt(end))) end += 1;
  else if (isDigit(first)) while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  else if (isSpace(first)) while (end < text.length && isSpace(text.charCodeAt(end))) end += 1;
  else if (first >= 0x80) return start + (first > 0xffff ? 2 : 1);
  else while (end < text.length && text.charCodeAt(end) === first) end += 1;
  return end;
}

const rarest = { wide: 3.5, narrow: 3 };

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const size = bytesOf(text.codePointAt(at) ?? 0);
    bytes += size;
    // The second surrogate of a pair belongs to the first.
    if (size === 4) at += 1;
  }
  return bytes;
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

const isCapital = (code: number) => code >= 65 && code <= 90;
const isLatin = (code: number) =>
  isCapital(code) || (code >= 97 && code <= 122) || (code >= 0xc0 && code <= 0x24f);
const isDigit = (code: number) => code >= 48 && code <= 57;
const isSpace = (code: number) => code === space || (code >= 9 && code <= 13);

/** The share of the first calls that the repair call may use at most, besides the instructions. */
export const repairShare = 0.25;

/** Tokens for thoughts: the least that must have room, and the number that is usually asked for. */
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
  return { inputTokens, outputTokens: outputAtMost(maxOutputTokens) };
}

const outputAtMost = (limit: number | null) => limit ?? uncapped;

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
  return Math.ceil(outputAtMost(maxOutputTokens) * margin.factor) + margin.tokens;
}
