import type { Span } from './spans.ts';

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

/** How many signs are read in one step. */
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
  const closeOf = createCloser(text);
  let from = 0;
  let read = 0;
  for (;;) {
    read += 1;
    if (read % signsAStep === 0) yield;
    // Other calls may have used the pattern in between.
    token.lastIndex = from;
    const match = token.exec(text);
    if (match === null) break;
    const found = match[0];
    const at = match.index;
    let to = at + found.length;
    from = to;
    if (found.startsWith('`')) to = closeOf.code(at, found.length);
    else if (found === '<!--') to = closeOf.comment(at);
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

/** Finds the ends of code spans and comments, and never searches the same stretch twice. */
function createCloser(text: string) {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const places = runs.get(match[0].length) ?? [];
    places.push(match.index);
    runs.set(match[0].length, places);
  }
  for (const places of runs.values()) places.reverse();
  let lastComment = Infinity;
  return {
    code(at: number, length: number): number {
      const places = runs.get(length) ?? [];
      while ((places.at(-1) ?? Infinity) <= at) places.pop();
      const close = places.at(-1);
      return close === undefined ? -1 : close + length;
    },
    comment(at: number): number {
      if (at >= lastComment) return text.length;
      const close = text.indexOf('-->', at);
      if (close < 0) lastComment = at;
      return close < 0 ? text.length : close + 3;
    },
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
  const open = new Map<string, number[]>();
  let curly = -1;
  let straight = -1;

  function push(kind: string, at: number): void {
    const stack = open.get(kind);
    if (stack === undefined) open.set(kind, [at]);
    else stack.push(at);
  }

  function emphasis(mark: string, at: number): void {
    const before = text[at - 1] ?? ' ';
    const after = text[at + mark.length] ?? ' ';
    if (mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)) return;
    const opened = /\S/.test(before) ? open.get(mark)?.pop() : undefined;
    if (opened !== undefined) found(opened, at + mark.length);
    else if (/\S/.test(after)) push(mark, at);
  }

  function quote(mark: string, at: number): void {
    if (mark === '"') {
      if (straight >= 0) {
        found(straight, at + 1);
        straight = -1;
      } else if (!/\d/.test(text[at - 1] ?? '')) straight = at;
      return;
    }
    if (curly < 0) {
      if (mark !== '”') curly = at;
    } else if (mark !== '„') {
      found(curly, at + 1);
      curly = -1;
    }
  }

  return {
    read(mark: string, at: number): void {
      const opener = closers[mark];
      if (openers.has(mark)) push(mark, at);
      else if (opener !== undefined) {
        const opened = open.get(opener)?.pop();
        const image = opened !== undefined && mark === ']' && text[opened - 1] === '!';
        if (opened !== undefined) found(image ? opened - 1 : opened, at + mark.length);
      } else if (/^["“”„«»]/.test(mark)) quote(mark, at);
      else if (!mark.startsWith('\\')) emphasis(mark, at);
    },
    /** A quotation without an end continues in the next paragraph: everything after its start is guarded. */
    end(): void {
      if (straight >= 0) found(straight, text.length + 1);
      if (curly >= 0) found(curly, text.length + 1);
    },
  };
}
