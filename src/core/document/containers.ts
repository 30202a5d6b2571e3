import type { Tag } from './inline.ts';
import type { Span } from './spans.ts';

/** Elements that cut text into runs, as a paragraph break does. */
const blockNames = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main ' +
    'menu menuitem nav ol optgroup option p pre script section select source style summary svg table tbody td textarea ' +
    'tfoot th thead title tr track ul video audio object canvas math template noscript button'
  ).split(' '),
);

/** Elements inside which nothing is written, at any depth. */
const closedNames = new Set(
  (
    'blockquote pre table figure script style h1 h2 h3 h4 h5 h6 nav form head title textarea select svg math template ' +
    'iframe video audio object canvas figcaption caption summary button dl footer noscript aside'
  ).split(' '),
);

const voidNames = new Set([
  'br',
  'hr',
  'col',
  'link',
  'source',
  'img',
  'input',
  'meta',
  'track',
  'wbr',
  'base',
]);

/** A stretch of text between block-level tags. */
export type Run = Span & {
  /** Inside an element that must stay as it is. */
  readonly closed: boolean;
  /** Inside an item of a list. */
  readonly list: boolean;
  /** The end of the `</p>` that closes the run, or -1. */
  readonly paragraphEnd: number;
};

/** Follows block-level elements through the whole content, across paragraphs and blank lines. */
export function createContainers() {
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

  function runOf(start: number, end: number): Run {
    const isClosed = closedDepth > 0 || (listDepth > 0 && !isInItem);
    return { start, end, closed: isClosed, list: isInItem, paragraphEnd: -1 };
  }

  return {
    /** Cuts a block at its block-level tags. */
    runsOf(block: Span, tags: readonly Tag[]): Run[] {
      const runs: Run[] = [];
      let start = block.start;
      for (const tag of tags) {
        if (!blockNames.has(tag.name)) continue;
        const ends = tag.name === 'p' && tag.closes;
        runs.push({ ...runOf(start, tag.start), paragraphEnd: ends ? tag.end : -1 });
        follow(tag);
        start = tag.end;
      }
      runs.push(runOf(start, block.end));
      return runs;
    },
  };
}

/**
 * Returns the spans between the tags of inline elements, such as the text of a link. An `<a>` without an end tag
 * guards up to `end`.
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
