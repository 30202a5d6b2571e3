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
  document: Document,
  { sentences }: NumberedText,
  weights: readonly number[],
  count: number,
): Stretch[] {
  const share = weights.reduce((sum, weight) => sum + weight, 0) / count;
  const blocks = blocksOf(sentences, weights);
  const cuts: number[] = [];
  let held = 0;
  for (const { from, to, weight } of blocks) {
    const isHeading = document.parts[sentences[from]?.part ?? -1]?.kind === 'heading';
    if (
      from > 0 &&
      (held + weight > share * tooLong || held >= share || (isHeading && held > share * enough))
    ) {
      cuts.push(from);
      held = 0;
    }
    if (weight > share * tooLong) held = cutInside({ from, to }, weights, share, cuts);
    else held += weight;
  }
  return stretchesBetween(document, sentences, [...new Set(cuts)]);
}

function blocksOf(sentences: readonly NumberedSentence[], weights: readonly number[]) {
  const blocks: { from: number; to: number; weight: number; part: number }[] = [];
  for (const [index, { part }] of sentences.entries()) {
    const last = blocks.at(-1);
    const weight = weights[index] ?? 0;
    if (last?.part === part) {
      last.to = index + 1;
      last.weight += weight;
    } else blocks.push({ from: index, to: index + 1, weight, part });
  }
  return blocks;
}

/** Cuts a block between its sentences. Returns the weight of the last stretch. */
function cutInside(
  { from, to }: Pick<Stretch, 'from' | 'to'>,
  weights: readonly number[],
  share: number,
  cuts: number[],
): number {
  let held = 0;
  for (let index = from; index < to; index += 1) {
    const weight = weights[index] ?? 0;
    if (index > from && held + weight > share) {
      cuts.push(index);
      held = 0;
    }
    held += weight;
  }
  return held;
}

function stretchesBetween(
  { content }: Document,
  sentences: readonly NumberedSentence[],
  cuts: readonly number[],
): Stretch[] {
  const edges = [0, ...cuts, sentences.length];
  return edges.slice(0, -1).map((from, index) => {
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
