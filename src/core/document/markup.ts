import { blankLine, memoize, overlapping, spanAround, wordSet, type Span } from '#core/lib/helpers.ts';

import { createCodeReader, readConstructs, type Construct, type Tag } from './dialects.ts';
import { breakingElements, closedElements, voidElements } from './html-elements.ts';

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
      String.raw`(?:https?:\/\/|www\.)[^\s<>"()[\]]+`,
      String.raw`[:;=]-?[()](?<!\S..|\S[:;=]-.)(?!\w)`,
      String.raw`[[\]()「」『』（）【】〈〉《》〔〕［］]`,
      String.raw`\*+|_+|~~|={2,}|\^\^`,
      '["“”„«»]',
    ].join('|'),
    'g',
  );
const markdownToken = signs(String.raw`\\[!-/:-@[-\`{-~]`);
/** In HTML, a backslash before a tag does not change it. */
const htmlToken = signs(String.raw`\\[!-/:;=-@[-\`{-~]`);

/**
 * Reads `content` from `start` to `end` once, from left to right.
 *
 * @param constructs those of the whole content, in order
 */
export function inlineOf(
  content: string,
  start: number,
  end: number,
  html: boolean,
  constructs: readonly Construct[] = readConstructs(content, html),
): Inline {
  const token = html ? htmlToken : markdownToken;
  const guarded: Span[] = [];
  const opaque: Span[] = [];
  const tags: Tag[] = [];
  const text = content.slice(start, end);
  const pairs = createPairs(text, (from, to) => guarded.push({ start: start + from, end: start + to }));
  const endOfCode = createCodeReader(text);
  const add = (from: number, to: number) => {
    guarded.push({ start: from, end: to });
    opaque.push({ start: from, end: to });
    return to - start;
  };
  // Other calls may use the pattern between two steps.
  const search = (from: number) => {
    token.lastIndex = from;
    return token.exec(text);
  };
  const own = overlapping(constructs, { start, end });
  let next = 0;
  let match = search(0);
  for (let from = 0; ;) {
    if (match !== null && match.index < from) match = search(from);
    while ((own[next]?.start ?? Infinity) < start + from) next += 1;
    const construct = own[next];
    if (construct !== undefined && construct.start <= start + (match?.index ?? Infinity)) {
      const to = Math.min(construct.end, end);
      if (construct.kind === 'tag') tags.push(construct);
      if (construct.kind === 'closed') guarded.push({ start: construct.start, end: to });
      else add(construct.start, to);
      from = to - start;
      continue;
    }
    if (match === null) break;
    const { 0: found, index: at } = match;
    from = at + found.length;
    let to = from;
    if (found.startsWith('`')) to = endOfCode(at, found.length);
    else if (found === '<!--') to = endBehind('-->', text, at);
    else if (found.startsWith('<?')) to = endBehind('?>', text, at);
    else if (!/^(?:https?:|www\.)/.test(found)) {
      pairs.read(found, at);
      continue;
    }
    if (to >= 0) from = add(start + at, start + to);
  }
  pairs.end();
  return { guarded, opaque, tags };
}

/** Returns where the first `close` from `at` ends. A comment or an instruction without an end goes on to the end of the text. */
function endBehind(close: string, text: string, at: number): number {
  const found = text.indexOf(close, at);
  return found < 0 ? text.length : found + close.length;
}

const closers: Readonly<Record<string, string>> = {
  ']': '[',
  ')': '(',
  '」': '「',
  '』': '『',
  '）': '（',
  '】': '【',
  '〉': '〈',
  '》': '《',
  '〕': '〔',
  '］': '［',
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
      else if (/^(?:[*_~^]|==$)/.test(mark)) emphasis(mark, at);
    },
    /** A quotation without an end continues in the next paragraph, so everything from its start on is guarded. */
    end(): void {
      for (const at of quotes.values()) found(at, text.length + 1);
    },
  };
}

/** Returns the start tags of Markdown that nothing closes. They close no text, or they would close the rest of it. */
function endlessTags(constructs: readonly Construct[]): ReadonlySet<Tag> {
  const open = memoize((_name: string): Tag[] => []);
  const endless = new Set<Tag>();
  for (const tag of constructs) {
    if (tag.kind !== 'tag' || tag.attributes.endsWith('/')) continue;
    if (!tag.closes) {
      open(tag.name).push(tag);
      endless.add(tag);
      continue;
    }
    const start = open(tag.name).pop();
    if (start !== undefined) endless.delete(start);
  }
  return endless;
}

const hidden = /\s(?:hidden(?![\w-])|aria-hidden=["']?true|style=["'][^"']{0,200}display:\s*none)/iu;

/** Whether readers do not see the words behind a tag with these attributes. */
export function isHidden(attributes: string): boolean {
  return hidden.test(attributes.slice(0, 1000));
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

/** @param constructs those of the whole content; nothing cuts one */
export function createRunReader(content: string, constructs: readonly Construct[], html: boolean): RunReader {
  const depth = new Map<string, number>();
  const endless = html ? new Set<Tag>() : endlessTags(constructs);
  const closed = constructs.filter(({ kind }) => kind === 'closed');
  let closedDepth = 0;
  let listDepth = 0;
  let isInItem = false;

  function follow(tag: Tag): void {
    if (tag.attributes.endsWith('/') || voidElements.has(tag.name) || endless.has(tag)) return;
    // A paragraph ends where the next one begins.
    if (tag.name === 'p' && !tag.closes) {
      closedDepth -= depth.get('p') ?? 0;
      depth.set('p', 0);
    }
    const deep = depth.get(tag.name) ?? 0;
    if (tag.name === 'li') isInItem = !tag.closes;
    else if (tag.name === 'ul' || tag.name === 'ol') {
      listDepth = Math.max(0, listDepth + (tag.closes ? -1 : 1));
      isInItem = tag.closes && listDepth > 0;
    } else if (closedElements.has(tag.name) || deep > 0 || isHidden(tag.attributes)) {
      if (tag.closes && deep === 0) return;
      depth.set(tag.name, deep + (tag.closes ? -1 : 1));
      closedDepth += tag.closes ? -1 : 1;
    }
  }

  return (block, tags) => {
    const runs: Run[] = [];
    const add = (start: number, end: number, paragraphEnd: number) => {
      const isClosed =
        closedDepth > 0 || (listDepth > 0 && !isInItem) || spanAround(closed, start) !== undefined;
      const run = { start, end, closed: isClosed, list: isInItem, paragraphEnd };
      runs.push(...paragraphsOf(content, run, constructs));
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
function paragraphsOf(content: string, run: Run, constructs: readonly Construct[]): Run[] {
  const text = content.slice(run.start, run.end);
  if (text.trim() === '') return [];
  const runs: Run[] = [];
  let start = run.start;
  for (const gap of text.matchAll(paragraphBreak)) {
    if (spanAround(constructs, run.start + gap.index) !== undefined) continue;
    runs.push({ ...run, start, end: run.start + gap.index, paragraphEnd: -1 });
    start = run.start + gap.index + gap[0].length;
  }
  runs.push({ ...run, start });
  return runs.filter(({ start: from, end }) => content.slice(from, end).trim() !== '');
}

/** Elements of running text that nothing is added inside of, even if they stand around blocks. */
const wholeElements = wordSet('a code kbd q');

/** Returns the spans of inline elements. A link or code without an end tag goes on beyond `end`. */
export function elementSpans(tags: readonly Tag[], end: number): Span[] {
  const open = memoize((_name: string): Tag[] => []);
  const spans: Span[] = [];
  let lastBreak = -1;
  for (const tag of tags) {
    if (breakingElements.has(tag.name)) lastBreak = tag.start;
    if (breakingElements.has(tag.name) || voidElements.has(tag.name) || tag.attributes.endsWith('/'))
      continue;
    if (!tag.closes) {
      open(tag.name).push(tag);
      continue;
    }
    const start = open(tag.name).pop()?.start ?? Infinity;
    // An element of the author's own that stands around blocks is no part of a sentence.
    if (start < end && (start > lastBreak || wholeElements.has(tag.name)))
      spans.push({ start, end: tag.end });
  }
  for (const name of wholeElements) {
    const unclosed = open(name)[0];
    if (unclosed !== undefined) spans.push({ start: unclosed.start, end: end + 1 });
  }
  return spans;
}
