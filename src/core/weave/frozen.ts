import { blocksOf } from '#core/scan/blocks.ts';
import { createContainers, elementSpans } from '#core/scan/containers.ts';
import { scan } from '#core/scan/document.ts';
import { inlineOf } from '#core/scan/inline.ts';
import { holdsCode } from '#core/scan/list-items.ts';
import { mergeSpans } from '#core/scan/spans.ts';
import type { Span } from '#core/scan/spans.ts';

/** What stays as it is in every version. */
export type Frozen = {
  /** Headings, code, tables, quotes, front matter and the like: whole lines, with a break to what stands around them. */
  readonly blocks: readonly Span[];
  /** Links, images, tags, code and addresses within text. */
  readonly inline: readonly Span[];
  /** The inside of elements that nothing is written into. */
  readonly closed: readonly Span[];
};

const lists = new Set(['ul', 'ol', 'li', 'dl']);
const frozenElement = /^<(?:a|code|kbd|samp|q|cite|button|label|mark)\b/i;

export function frozenOf(content: string, html: boolean): Frozen {
  const containers = createContainers(lists);
  const blocks: Span[] = [];
  const inline: Span[] = [];
  const closed: Span[] = [];
  for (const block of blocksOf(content, html)) {
    const { kind, start, end } = block;
    if (kind === 'code' || kind === 'other') {
      blocks.push({ start, end });
      continue;
    }
    const { guarded, opaque, tags } = inlineOf(content, start, end, html);
    for (const run of containers.runsOf(block, tags)) {
      if (run.closed) closed.push({ start: run.start, end: run.end });
    }
    if ((kind !== 'flow' && kind !== 'list') || (kind === 'list' && holdsCode(content, block))) {
      blocks.push({ start, end });
    }
    inline.push(...opaque, ...guarded.filter((span) => isLinkPart(content, span)));
    inline.push(
      ...elementSpans(tags, end).filter((span) =>
        frozenElement.test(content.slice(span.start, span.start + 10)),
      ),
    );
  }
  return { blocks: mergeSpans(blocks), inline: mergeSpans(inline), closed: mergeSpans(closed) };
}

/** Brackets, what stands in parentheses behind them, and template tags; not emphasis, quotations and asides. */
function isLinkPart(content: string, { start }: Span): boolean {
  const sign = content[start] ?? '';
  return '[!{'.includes(sign) || (sign === '(' && content[start - 1] === ']');
}

/** The first stretch that ends behind the place. */
export function spanFrom(spans: readonly Span[], place: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether all that is frozen in the content stands in the text too, in the same order and of the same kind. */
export function keepsFrozen(content: string, text: string, html: boolean): boolean {
  const left = frozenTexts(content, html);
  let next = 0;
  for (const found of frozenTexts(text, html)) if (found === left[next]) next += 1;
  return next === left.length;
}

type Kind = keyof Frozen | 'part';

function frozenTexts(content: string, html: boolean): string[] {
  const frozen = frozenOf(content, html);
  return [
    ...withKind(frozen.blocks, 'blocks'),
    ...withKind(frozen.inline, 'inline'),
    ...withKind(frozen.closed, 'closed'),
    ...withKind(closedParts(content, frozen), 'part'),
  ]
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, kind }) => ({ kind, text: content.slice(start, end).trim() }))
    .flatMap(({ kind, text }) => (text === '' ? [] : [`${kind} ${text}`]));
}

function withKind(spans: readonly Span[], kind: Kind) {
  return spans.map(({ start, end }) => ({ start, end, kind }));
}

/** The parts of frozen blocks and elements: what is written before them may make others of them. */
function closedParts(content: string, { blocks, closed }: Frozen): Span[] {
  const work = scan(content);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const frozen = mergeSpans([...blocks, ...closed]);
  return step.value.parts.filter(
    ({ kind, start, end }) =>
      (kind === 'heading' || kind === 'closed') &&
      (frozen[spanFrom(frozen, start)]?.start ?? Infinity) <= end,
  );
}
