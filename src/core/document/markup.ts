import { blankLine, memoize, type Span } from '#core/lib/helpers.ts';

import { breakingElements, closedElements, voidElements } from './html-elements.ts';

/** A tag of HTML. `name` is in lower case. */
export type Tag = Span & { readonly name: string; readonly closes: boolean; readonly attributes: string };

/** The spans of flowing text that nothing may be written into. */
type Inline = {
  /** Links, emphasis, code, tags, comments, brackets and quotations. No sentence is added inside one. */
  readonly guarded: readonly Span[];
  /** Code, tags, comments and addresses. They hold no words. */
  readonly opaque: readonly Span[];
  readonly tags: readonly Tag[];
};

const signs = (escapes: string) =>
  new RegExp(
    [
      escapes,
      '`+',
      '<!--',
      String.raw`<\?(?:php\b|=|xml\b)`,
      '</?[A-Za-z]',
      String.raw`(?:https?:\/\/|www\.)[^\s<>"()[\]]+`,
      String.raw`\{\{|\}\}|\{%|%\}`,
      String.raw`[[\]()「」『』]`,
      String.raw`\*+|_+|~~`,
      '["“”„«»]',
    ].join('|'),
    'g',
  );
const markdownToken = signs(String.raw`\\[!-/:-@[-\`{-~]`);
/** In HTML, a backslash before a tag does not change it. */
const htmlToken = signs(String.raw`\\[!-/:;=-@[-\`{-~]`);

/** Reads `content` from `start` to `end` once, from left to right. */
export function inlineOf(content: string, start: number, end: number, html: boolean): Inline {
  const token = html ? htmlToken : markdownToken;
  const guarded: Span[] = [];
  const opaque: Span[] = [];
  const tags: Tag[] = [];
  const text = content.slice(start, end);
  const pairs = createPairs(text, (from, to) => guarded.push({ start: start + from, end: start + to }));
  const endOfCode = createCodeReader(text);
  let from = 0;
  let read = 0;
  for (;;) {
    read += 1;
    // Other calls may have used the pattern since the last step.
    token.lastIndex = from;
    const match = token.exec(text);
    if (match === null) break;
    const found = match[0];
    const at = match.index;
    let to = at + found.length;
    from = to;
    if (found.startsWith('`')) to = endOfCode(at, found.length);
    else if (found === '<!--') to = endBehind('-->', text, at);
    else if (found.startsWith('<?')) to = endBehind('?>', text, at);
    else if (found.startsWith('<')) {
      to = endOfTag(text, to);
      if (to > 0) readTag(text.slice(at, to), start + at, tags);
    } else if (!/^(?:https?:|www\.)/.test(found)) {
      pairs.read(found, at);
      continue;
    }
    if (to < 0) continue;
    guarded.push({ start: start + at, end: start + to });
    opaque.push({ start: start + at, end: start + to });
    from = to;
  }
  pairs.end();
  return { guarded, opaque, tags };
}

function readTag(found: string, start: number, tags: Tag[]): void {
  const name = /^<\/?([A-Za-z][\w-]*)(?=[\s/>])/.exec(found)?.[1];
  if (name === undefined) return;
  tags.push({
    name: name.toLowerCase(),
    closes: found.startsWith('</'),
    attributes: found.slice(name.length + 1, -1),
    start,
    end: start + found.length,
  });
}

/** Returns where the first `close` from `at` ends. A comment or an instruction without an end goes on to the end of the text. */
function endBehind(close: string, text: string, at: number): number {
  const found = text.indexOf(close, at);
  return found < 0 ? text.length : found + close.length;
}

/** Matches a piece of a tag: up to its end, or up to and with a value in quotes, which may hold `<` and `>`. */
const pieceOfTag = /[^<>=]{0,2000}(?:(>)|=[\t\n\f\r ]{0,20}(?:"[^"]*"|'[^']*')?)/y;
const mostPieces = 200;

/** Returns where the tag ends whose name starts just before `from`, or -1 if it does not end. */
function endOfTag(text: string, from: number): number {
  pieceOfTag.lastIndex = from;
  for (let count = 0; count < mostPieces; count += 1) {
    const match = pieceOfTag.exec(text);
    if (match === null) return -1;
    if (match[1] !== undefined) return pieceOfTag.lastIndex;
  }
  return -1;
}

/** Returns a function that finds the end of a code span, or -1. Its offsets must grow. */
function createCodeReader(text: string): (at: number, length: number) => number {
  const runs = memoize((_length: number): number[] => []);
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].toReversed()) runs(run.length).push(index);
  return (at, length) => {
    const places = runs(length);
    while ((places.at(-1) ?? Infinity) <= at) places.pop();
    const close = places.at(-1);
    return close === undefined ? -1 : close + length;
  };
}

const closers: Readonly<Record<string, string>> = {
  ']': '[',
  ')': '(',
  '}}': '{{',
  '%}': '{%',
  '」': '「',
  '』': '『',
};
const openers = new Set(Object.values(closers));

/** Pairs brackets, emphasis marks and quotation marks, each kind with its own stack. */
function createPairs(text: string, found: (start: number, end: number) => void) {
  const open = memoize((_mark: string): number[] => []);
  const quotes = new Map<string, number>();

  function emphasis(mark: string, at: number): void {
    const before = text[at - 1] ?? ' ';
    const after = text[at + mark.length] ?? ' ';
    // An asterisk between digits multiplies.
    if (mark === '*' && /\d/.test(before) && /\d/.test(after)) return;
    if (mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)) return;
    const opened = /\S/.test(before) ? open(mark).pop() : undefined;
    if (opened !== undefined) found(opened, at + mark.length);
    else if (/\S/.test(after)) open(mark).push(at);
  }

  function quote(mark: string, at: number): void {
    const kind = mark === '"' ? 'straight' : 'curly';
    const opened = quotes.get(kind);
    const mayOpen = mark === '"' ? !/\d/.test(text[at - 1] ?? '') : mark !== '”';
    if (opened === undefined) {
      if (mayOpen) quotes.set(kind, at);
    } else if (mark !== '„') {
      found(opened, at + 1);
      quotes.delete(kind);
    }
  }

  return {
    read(mark: string, at: number): void {
      const opener = closers[mark];
      if (openers.has(mark)) open(mark).push(at);
      else if (opener !== undefined) {
        const opened = open(opener).pop();
        const image = opened !== undefined && mark === ']' && text[opened - 1] === '!';
        if (opened !== undefined) found(image ? opened - 1 : opened, at + mark.length);
      } else if (/^["“”„«»]/.test(mark)) quote(mark, at);
      else if (!mark.startsWith('\\')) emphasis(mark, at);
    },
    /** A quotation without an end continues in the next paragraph, so everything from its start on is guarded. */
    end(): void {
      for (const at of quotes.values()) found(at, text.length + 1);
    },
  };
}

/** A stretch of text between block-level tags and blank lines. */
export type Run = Span & {
  /** Inside an element that must stay as it is. */
  readonly closed: boolean;
  /** Inside an item of a list. */
  readonly list: boolean;
  /** The end of the `</p>` that closes the run, or -1. */
  readonly paragraphEnd: number;
};

/** Cuts blocks into runs. It must be given all blocks in order, because elements may go on in the next one. */
export type RunReader = (block: Span, tags: readonly Tag[]) => Run[];

export function createRunReader(content: string): RunReader {
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
    } else if (closedElements.has(tag.name)) {
      const deep = depth.get(tag.name) ?? 0;
      if (tag.closes && deep === 0) return;
      depth.set(tag.name, deep + (tag.closes ? -1 : 1));
      closedDepth += tag.closes ? -1 : 1;
    }
  }

  return (block, tags) => {
    const runs: Run[] = [];
    const add = (start: number, end: number, paragraphEnd: number) => {
      const closed = closedDepth > 0 || (listDepth > 0 && !isInItem);
      runs.push(...paragraphsOf(content, { start, end, closed, list: isInItem, paragraphEnd }));
    };
    let { start } = block;
    for (const tag of tags) {
      if (!breakingElements.has(tag.name)) continue;
      add(start, tag.start, tag.name === 'p' && tag.closes ? tag.end : -1);
      follow(tag);
      start = tag.end;
    }
    add(start, block.end, -1);
    return runs;
  };
}

const paragraphBreak = new RegExp(String.raw`${blankLine}\s*`, 'g');

/** A run that contains blank lines, as WordPress writes them, is several paragraphs. */
function paragraphsOf(content: string, run: Run): Run[] {
  const text = content.slice(run.start, run.end);
  if (text.trim() === '') return [];
  const runs: Run[] = [];
  let start = run.start;
  for (const gap of text.matchAll(paragraphBreak)) {
    runs.push({ ...run, start, end: run.start + gap.index, paragraphEnd: -1 });
    start = run.start + gap.index + gap[0].length;
  }
  runs.push({ ...run, start });
  return runs.filter(({ start: from, end }) => content.slice(from, end).trim() !== '');
}

/** Returns the spans of inline elements. A link or code without an end tag goes on beyond `end`. */
export function elementSpans(tags: readonly Tag[], end: number): Span[] {
  const open = new Map<string, Tag[]>();
  const spans: Span[] = [];
  for (const tag of tags) {
    if (breakingElements.has(tag.name) || voidElements.has(tag.name) || tag.attributes.endsWith('/'))
      continue;
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
