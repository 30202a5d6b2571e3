import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';
import type { NumberedSentence, NumberedText } from '#core/prompt/numbered-text.ts';

/** A stretch of the content with its sentences: indexes from `from` up to and without `to`. */
export type Stretch = { readonly from: number; readonly to: number; readonly span: Span };

/** A stretch with this part of its share may end at the next block. */
const enough = 0.75;
/** A block longer than this many shares is cut between its sentences. */
const tooLong = 1.25;

/**
 * Cuts the content into about `count` stretches of similar weight. It cuts between blocks, if possible before a
 * heading, and inside a block only if the block is too long for one stretch.
 */
export function cutContent(
  { content, parts }: Document,
  { sentences }: NumberedText,
  weights: readonly number[],
  count: number,
): Stretch[] {
  const share = weights.reduce((sum, weight) => sum + weight, 0) / count;
  const blocks = new Map<number, number>();
  for (const [index, { part }] of sentences.entries())
    blocks.set(part, (blocks.get(part) ?? 0) + (weights[index] ?? 0));

  /** Whether to cut before a sentence, if the stretch before it has so much weight. */
  function mayCut({ part }: NumberedSentence, index: number, held: number): boolean {
    if (index === 0) return false;
    const block = blocks.get(part) ?? 0;
    const isLong = block > share * tooLong;
    if (sentences[index - 1]?.part === part) return isLong && held + (weights[index] ?? 0) > share;
    const isHeading = parts[part]?.kind === 'heading';
    return held + block > share * tooLong || held >= share || (isHeading && held > share * enough);
  }

  const edges = [0];
  let held = 0;
  for (const [index, sentence] of sentences.entries()) {
    if (mayCut(sentence, index, held)) {
      edges.push(index);
      held = 0;
    }
    held += weights[index] ?? 0;
  }
  return edges.map((from, index) => {
    const to = edges[index + 1] ?? sentences.length;
    const start = from === 0 ? 0 : edgeBefore(content, sentences, from);
    const end = to === sentences.length ? content.length : edgeBefore(content, sentences, to);
    return { from, to, span: { start, end } };
  });
}

/** A line belongs to the sentence that begins on it, if nothing else is before the sentence there. */
function edgeBefore(content: string, sentences: readonly NumberedSentence[], index: number): number {
  const start = sentences[index]?.start ?? content.length;
  const before = sentences[index - 1]?.end ?? 0;
  const lineBreak = content.slice(before, start).search(/[\r\n][^\r\n]*$/);
  return lineBreak < 0 ? start : before + lineBreak + 1;
}
