import { memoize } from '#core/lib/collections.ts';

import type { Span, Tag } from './spans.ts';

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
      '</?[A-Za-z][^<>]{0,2000}>',
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

const signsAStep = 2000;

/** Reads `content` from `start` to `end` once, from left to right. */
export function* inlineOf(
  content: string,
  start: number,
  end: number,
  html: boolean,
): Generator<undefined, Inline> {
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
    if (read % signsAStep === 0) yield;
    // Other calls may have used the pattern since the last step.
    token.lastIndex = from;
    const match = token.exec(text);
    if (match === null) break;
    const found = match[0];
    const at = match.index;
    let to = at + found.length;
    from = to;
    if (found.startsWith('`')) to = endOfCode(at, found.length);
    else if (found === '<!--') to = endOfComment(text, at);
    else if (found.startsWith('<')) readTag(found, start + at, tags);
    else if (!/^(?:https?:|www\.)/.test(found)) {
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

/** A comment without an end goes on to the end of the text. */
function endOfComment(text: string, at: number): number {
  const close = text.indexOf('-->', at);
  return close < 0 ? text.length : close + 3;
}

/**
 * Returns a function that finds the end of a code span, or -1. Its offsets must grow, so that it searches no stretch
 * twice.
 */
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
