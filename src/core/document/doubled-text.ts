import { onOneLine, type Span } from '#core/lib/helpers.ts';

import type { Construct } from './dialects.ts';
import { plainSentences } from './words-and-sentences.ts';

/** The start of a block of Gutenberg with attributes. */
const blockComment = /^<!--\s+wp:[a-z][\w/-]*\s+(\{[^]*\})\s*\/?-->$/u;

/**
 * Returns a function that tells whether a sentence of a run also stands in the attributes of a block of Gutenberg. The
 * editor refuses such a block if only one of the two places changes.
 */
export function createDoubledReader(content: string, constructs: readonly Construct[]) {
  const doubled = new Set<string>();
  for (const { start, end } of content.includes('<!-- wp:') ? constructs : []) {
    const attributes = blockComment.exec(content.slice(start, end))?.[1];
    if (attributes?.includes(' ') === true)
      for (const text of stringsOf(attributes)) addSentences(doubled, text);
  }
  return ({ start, end }: Span): boolean =>
    doubled.size > 0 && sentencesOf(content.slice(start, end)).some((sentence) => doubled.has(sentence));
}

function addSentences(sentences: Set<string>, text: string): void {
  for (const sentence of sentencesOf(text)) sentences.add(sentence);
}

/** Returns the sentences without tags. A single word is none, because it may stand anywhere. */
function sentencesOf(source: string): string[] {
  const text = onOneLine(source.replace(/<[^<>]*>/gu, ' '));
  return plainSentences(text)
    .map((sentence) => sentence.text.trim())
    .filter((sentence) => sentence.includes(' '));
}

/** Returns all strings in a value of JSON, at any depth. Source that is no JSON has none. */
function stringsOf(json: string): string[] {
  const strings: string[] = [];
  try {
    JSON.parse(json, (_, value: unknown) => {
      if (typeof value === 'string') strings.push(value);
      return value;
    });
  } catch {
    return [];
  }
  return strings;
}
