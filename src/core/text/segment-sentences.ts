/** A sentence with the white space behind it, and where it begins, in UTF-16 units. */
export type Sentence = { readonly text: string; readonly start: number };

/** `Intl.Segmenter` takes quadratic time over "1. 1. 1. …", so it is never given more than this at once. */
const stretchLimit = 1000;
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*\s+/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts a text into its sentences, in time linear in its length. Line breaks end sentences. */
export function segmentSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + stretchLength(text.slice(start, start + stretchLimit + 1));
    for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
      sentences.push({ text: segment, start: start + index });
    }
    start = end;
  }
  return sentences;
}

/** As far as the last sentence end within the limit, else the last space, else the limit. */
function stretchLength(text: string): number {
  if (text.length <= stretchLimit) return text.length;
  const stretch = text.slice(0, stretchLimit);
  let end = 0;
  for (const match of stretch.matchAll(sentenceEnd)) {
    const behind = match.index + match[0].length;
    if (behind < stretch.length) end = behind;
  }
  return end > 0 ? end : Math.max(stretch.lastIndexOf(' ') + 1, 0) || stretchLimit;
}
