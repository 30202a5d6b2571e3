import { atOnce } from '#core/lib/at-once.ts';

import { readBlocks, type Block } from './blocks.ts';
import { createContainers, elementSpans, type Run } from './containers.ts';
import { inlineOf } from './inline.ts';
import { lineEndOf } from './lines.ts';
import { holdsCode, listItemsOf } from './list-items.ts';
import { sentencesIn } from './sentences.ts';
import { createSpanCursor, firstEndingAfter, mergeSpans, type Span } from './spans.ts';
import { formatOf } from './text-format.ts';

export type Sentence = Span & {
  /** Nothing may be added behind it: it is a link, emphasis, a quotation or the like, or ends inside one. */
  readonly guarded: boolean;
};

/** A part of the content. Text is only written into `prose`. */
export type Part = Span & {
  readonly kind: 'prose' | 'heading' | 'list' | 'closed';
  readonly sentences: readonly Sentence[];
  /** Spans without words of the text: code, tags, addresses. */
  readonly opaque: readonly Span[];
  /** Where a paragraph of its own could follow: behind the part and the `</p>` that closes it. -1: nowhere. */
  readonly after: number;
};

export type Document = {
  readonly content: string;
  readonly html: boolean;
  readonly lineEnd: string;
  readonly parts: readonly Part[];
};

/** How many runs of a block are read in one step. */
const runsAStep = 500;

/**
 * Reads the content once. Yields from time to time, so that the caller can pause between two steps.
 *
 * @param html whether the content is read as HTML; a version is read like its content
 */
export function* scan(content: string, html = formatOf(content) === 'html'): Generator<undefined, Document> {
  const blocks = yield* readBlocks(content, html);
  const containers = createContainers();
  const parts: Part[] = [];
  let seen = 0;
  for (const block of blocks) {
    yield* readBlock({ content, html }, block, containers, parts);
    seen += block.end - block.start;
    if (seen > 16_384) {
      seen = 0;
      yield;
    }
  }
  return { content, html, lineEnd: lineEndOf(content), parts };
}

/** Reads the content without a pause. */
export function documentOf(content: string, html?: boolean): Document {
  return atOnce(scan(content, html));
}

function* readBlock(
  { content, html }: { content: string; html: boolean },
  block: Block,
  containers: ReturnType<typeof createContainers>,
  parts: Part[],
): Generator<undefined> {
  if (block.kind === 'code' || block.kind === 'other') {
    parts.push({ ...block, kind: 'closed', sentences: [], opaque: [block], after: -1 });
    return;
  }
  const { guarded, opaque, tags } = yield* inlineOf(content, block.start, block.end, html);
  yield;
  const runs: Run[] = [];
  for (const run of containers.runsOf(block, tags)) {
    runs.push(...paragraphsOf(content, run));
    if (runs.length % runsAStep === 0) yield;
  }
  yield;
  const whole = mergeSpans([...guarded, ...elementSpans(tags, block.end)]);
  yield;
  const cursor = createSpanCursor(whole);
  const hasCode = block.kind === 'list' && holdsCode(content, block);
  for (const [number, run] of runs.entries()) {
    if (number % runsAStep === runsAStep - 1) yield;
    const kind = kindOf(block, run);
    const after = run.closed ? -1 : afterOf(block, run, kind, tags.length > 0);
    const sentences: Sentence[] = [];
    const stretches =
      block.kind === 'list' ? listItemsOf(content, run, hasCode) : [{ ...run, closed: false }];
    if (kind === 'prose' || kind === 'list') {
      for (const stretch of stretches) {
        for (const sentence of sentencesIn(content, stretch, overlapping(whole, stretch))) {
          if (sentence === null) {
            yield;
            continue;
          }
          const around = cursor(sentence.end - 1);
          const isWhole = around !== undefined && around.start <= sentence.start;
          const guards = stretch.closed || isWhole || cursor(sentence.end) !== undefined;
          sentences.push({ ...sentence, guarded: guards });
          if (sentences.length % 100 === 0) yield;
        }
      }
    } else if (kind !== 'closed') sentences.push({ start: run.start, end: run.end, guarded: true });
    if (kind === 'closed' || sentences.length > 0) {
      parts.push({
        start: run.start,
        end: run.end,
        kind,
        sentences,
        opaque: overlapping(opaque, run),
        after,
      });
    }
  }
}

function kindOf(block: Block, run: Run): Part['kind'] {
  if (block.kind === 'heading' || block.kind === 'list') return block.kind;
  if (block.kind !== 'flow' || run.closed) return 'closed';
  return run.list ? 'list' : 'prose';
}

function afterOf(block: Block, run: Run, kind: Part['kind'], hasTags: boolean): number {
  if (kind === 'list') return run.list ? -1 : block.end;
  if (kind !== 'prose') return -1;
  if (run.paragraphEnd >= 0) return run.paragraphEnd;
  return !hasTags || run.end === block.end ? run.end : -1;
}

/** A run that contains blank lines, as WordPress writes them, is several paragraphs. */
function paragraphsOf(content: string, run: Run): Run[] {
  const text = content.slice(run.start, run.end);
  if (text.trim() === '') return [];
  const runs: Run[] = [];
  let start = run.start;
  for (const gap of text.matchAll(/(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))\s*/g)) {
    runs.push({ ...run, start, end: run.start + gap.index, paragraphEnd: -1 });
    start = run.start + gap.index + gap[0].length;
  }
  runs.push({ ...run, start });
  return runs.filter(({ start: from, end }) => content.slice(from, end).trim() !== '');
}

/** A binary search keeps a block with thousands of runs from taking quadratic time. */
function overlapping(spans: readonly Span[], run: Span): Span[] {
  const found: Span[] = [];
  let at = firstEndingAfter(spans, run.start);
  for (let span = spans[at]; span !== undefined && span.start < run.end; at += 1, span = spans[at])
    found.push(span);
  return found;
}
