import { wordSet } from '#core/lib/collections.ts';

import type { Span, Tag } from './spans.ts';

/** Elements that cut text into runs, as a paragraph break does. */
const blockNames = wordSet(
  'address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main ' +
    'menu menuitem nav ol optgroup option p pre script section select source style summary svg table tbody td textarea ' +
    'tfoot th thead title tr track ul video audio object canvas math template noscript button',
);

/** Elements inside which nothing is written, at any depth. */
const closedNames = wordSet(
  'blockquote pre table figure script style h1 h2 h3 h4 h5 h6 nav form head title textarea select svg math template ' +
    'iframe video audio object canvas figcaption caption summary button dl footer noscript aside',
);

const voidNames = wordSet('br hr col link source img input meta track wbr base');

/** A stretch of text between block-level tags and blank lines. */
export type Run = Span & {
  /** Inside an element that must stay as it is. */
  readonly closed: boolean;
  /** Inside an item of a list. */
  readonly list: boolean;
  /** The end of the `</p>` that closes the run, or -1. */
  readonly paragraphEnd: number;
};

export type RunReader = ReturnType<typeof createRunReader>;

export const runsAStep = 500;

/**
 * Returns a function that cuts blocks into runs, in steps. It follows block-level elements across blocks, so it must be
 * given all blocks in order.
 */
export function createRunReader(content: string) {
  const depth = new Map<string, number>();
  let closedDepth = 0;
  let listDepth = 0;
  let isInItem = false;

  function follow(tag: Tag): void {
    if (tag.attributes.endsWith('/')) return;
    if (tag.name === 'li') isInItem = !tag.closes;
    else if (tag.name === 'ul' || tag.name === 'ol') {
      listDepth = Math.max(0, listDepth + (tag.closes ? -1 : 1));
      isInItem = tag.closes && listDepth > 0;
    } else if (closedNames.has(tag.name)) {
      const deep = depth.get(tag.name) ?? 0;
      if (tag.closes && deep === 0) return;
      depth.set(tag.name, deep + (tag.closes ? -1 : 1));
      closedDepth += tag.closes ? -1 : 1;
    }
  }

  return function* runsOf(block: Span, tags: readonly Tag[]): Generator<undefined, Run[]> {
    const runs: Run[] = [];
    const add = (start: number, end: number, paragraphEnd: number) => {
      const closed = closedDepth > 0 || (listDepth > 0 && !isInItem);
      runs.push(...paragraphsOf(content, { start, end, closed, list: isInItem, paragraphEnd }));
    };
    let { start } = block;
    for (const tag of tags) {
      if (!blockNames.has(tag.name)) continue;
      add(start, tag.start, tag.name === 'p' && tag.closes ? tag.end : -1);
      follow(tag);
      start = tag.end;
      if (runs.length % runsAStep === 0) yield;
    }
    add(start, block.end, -1);
    return runs;
  };
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

/**
 * Returns the spans of inline elements, with their tags. An `<a>`, `<code>`, `<kbd>` or `<q>` without an end tag goes
 * on beyond `end`.
 */
export function elementSpans(tags: readonly Tag[], end: number): Span[] {
  const open = new Map<string, Tag[]>();
  const spans: Span[] = [];
  for (const tag of tags) {
    if (blockNames.has(tag.name) || voidNames.has(tag.name) || tag.attributes.endsWith('/')) continue;
    const stack = open.get(tag.name) ?? [];
    if (tag.closes) {
      const opened = stack.pop();
      if (opened !== undefined) spans.push({ start: opened.start, end: tag.end });
    } else stack.push(tag);
    open.set(tag.name, stack);
  }
  for (const name of ['a', 'code', 'kbd', 'q']) {
    const unclosed = open.get(name)?.[0];
    if (unclosed !== undefined) spans.push({ start: unclosed.start, end: end + 1 });
  }
  return spans;
}
