import { segmentSentences } from './segment-sentences.ts';

/** A line that begins something of its own: a list item, a heading, a quote, a table row. */
const ownLine = /^\s*(?:[-*+•]\s|\d{1,3}[.)]\s|#{1,6}\s|>|\|)/u;

/** Tags that begin or end a paragraph or the like: no part of a sentence. */
const blockTag =
  /<\/?(?:p|div|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|pre|table|thead|tbody|tr|td|th|figure|figcaption|section|article|br|hr)\b[^<>]*>/giu;

/**
 * The sentences of a text, in order, with every run of white space folded into one space. Lines of one
 * paragraph are read as one, so that a text wrapped at another column has the same sentences.
 */
export function sentencesOf(text: string): string[] {
  return paragraphsOf(text).flatMap((paragraph) =>
    segmentSentences(paragraph)
      .map((sentence) => sentence.text.trim())
      .filter((sentence) => sentence !== ''),
  );
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const close = () => {
    if (lines.length > 0) paragraphs.push(lines.join(' '));
    lines = [];
  };
  for (const raw of text.replace(blockTag, '\n').split(/\r\n|\r|\n/u)) {
    const line = raw.replace(/\s+/gu, ' ').trim();
    if (line === '' || ownLine.test(raw)) close();
    if (line !== '') lines.push(line);
  }
  close();
  return paragraphs;
}
