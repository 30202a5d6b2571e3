type Range = { readonly start: number; readonly end: number };

/** The sentence that fits, with some text before and after it. */
export type Quote = { readonly before: string; readonly sentence: string; readonly after: string };

/** In characters. */
const aroundLength = 90;
const sentenceLength = 260;

export function quoteOf(content: string, passage: Range, sentence: Range): Quote {
  return {
    before: lastWords(content.slice(passage.start, sentence.start)),
    sentence: firstWords(content.slice(sentence.start, sentence.end), sentenceLength),
    after: firstWords(content.slice(sentence.end, passage.end), aroundLength),
  };
}

function firstWords(text: string, length: number): string {
  const plain = text
    .slice(0, 4 * length)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= length) return plain;
  return `${plain
    .slice(0, length)
    .replace(/\s\S*$/, '')
    .replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function lastWords(text: string): string {
  const plain = text
    .slice(-4 * aroundLength)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= aroundLength) return plain;
  return `…${plain
    .slice(-aroundLength)
    .replace(/^\S*\s/, '')
    .replace(/^[\uDC00-\uDFFF]/, '')}`;
}
