import { blankLine, memoize, wordSet, type Span } from '#core/lib/helpers.ts';

// The signs of site generators, editors and templates in a text.

/** A tag of HTML or JSX. `name` is in lower case. */
export type Tag = Span & {
  readonly kind: 'tag';
  readonly name: string;
  readonly closes: boolean;
  readonly attributes: string;
};

/**
 * A stretch that a program reads, and not only people. Nothing is written into it. `opaque`: it has no words of the
 * text, such as a comment, an expression, or a tag of a template. `closed`: it has words, such as a caption between two
 * tags of a template. `address`: an address or a name in signs, which is a part of the words around it. `code`: lines
 * between two fences.
 */
export type Construct =
  | Tag
  | (Span & {
      readonly kind: 'opaque' | 'closed' | 'address' | 'code';
      /** Whether it shows that a text without HTML is Markdown. */
      readonly isMarkdown: boolean;
    });

/** How the tags of a dialect form pairs: what matches the name in an opening and in a closing tag, or no name at all. */
type Pairs = { readonly opening: RegExp; readonly closing: RegExp; readonly endsAny?: true };
const hugo: Pairs = { opening: /^\{\{[<%]-?\s*([\w./-]+)/u, closing: /^\{\{[<%]-?\s*\/\s*([\w./-]+)/u };
const liquid: Pairs = { opening: /^\{%-?\s*(\w+)/u, closing: /^\{%-?\s*end(\w+)/u };
const kramdown: Pairs = { opening: /^\{::(\w+)/u, closing: /^\{:\/(\w*)/u, endsAny: true };
/** A block of MkDocs. Without a caption, it is running text. */
const blocksOfMkDocs: Pairs = { opening: /^\/{3,}[ \t]*([\w-]+)/u, closing: /^\/{3,}()\s*$/u, endsAny: true };
const shortcodes: Pairs = { opening: /^\[([a-z][\w-]*)/iu, closing: /^\[\/([a-z][\w-]*)/iu };

type Delimiters = {
  readonly open: string;
  readonly close: string;
  /** Whether it may contain blank lines when other text stands beside it. */
  readonly isLong: boolean;
  /** Whether a browser knows it: the first closing sign ends it, or else the text of HTML. */
  readonly isHtml?: true;
  readonly pairs?: Pairs;
};

/** What stands between two fixed signs. Of two that begin alike, the longer one is first. None contains itself. */
const delimiters: readonly Delimiters[] = [
  { open: '<!--', close: '-->', isLong: true, isHtml: true },
  { open: '<![CDATA[', close: ']]>', isLong: true, isHtml: true },
  { open: '<!', close: '>', isLong: true, isHtml: true },
  { open: '<?php', close: '?>', isLong: true, isHtml: true },
  { open: '<?xml', close: '?>', isLong: true, isHtml: true },
  { open: '<?=', close: '?>', isLong: true, isHtml: true },
  { open: '<%', close: '%>', isLong: true },
  { open: '{{<', close: '>}}', isLong: true, pairs: hugo },
  { open: '{{%', close: '%}}', isLong: true, pairs: hugo },
  { open: '{{{', close: '}}}', isLong: false },
  { open: '{{', close: '}}', isLong: false },
  { open: '{%', close: '%}', isLong: true, pairs: liquid },
  { open: '{#', close: '#}', isLong: true },
  { open: '{/*', close: '*/}', isLong: true },
  { open: '{::', close: '}', isLong: false, pairs: kramdown },
  { open: '{:/', close: '}', isLong: false, pairs: kramdown },
  { open: '%%', close: '%%', isLong: false },
];

/**
 * Pairs of template tags with running text between them: conditions, loops, notes, and the rows and columns of page
 * builders. All other pairs may enclose code, captions, quotations, buttons or data, and are closed.
 */
const prosePairs = wordSet(
  // Liquid, Jinja, Nunjucks
  'autoescape block call case filter for if ifchanged tablerow unless with ' +
    // Notes and containers of Hugo themes
    'accordion admonition alert aside attention callout caution collapse column columns container danger details div ' +
    'expand expandable grid hint important info lead note notice panel row section spoiler step steps success tab ' +
    'tabs tip tldr warning wrapper ' +
    // Page builders of WordPress
    'av_one_full av_one_half av_section av_textblock cs_column cs_content cs_element_text cs_row cs_section ' +
    'et_pb_column et_pb_row et_pb_section et_pb_text fusion_builder_column fusion_builder_container ' +
    'fusion_builder_row fusion_text one_fourth one_half one_third su_column su_row su_tab su_tabs two_third ' +
    'vc_column vc_column_inner vc_column_text vc_row vc_row_inner vc_section ' +
    // BBCode
    'b center color font i justify left list right s size u',
);

/** Components of JSX, by the element of HTML that they show. */
const elementOfComponent: Readonly<Record<string, string>> = {
  Codeblock: 'pre',
  CodeBlock: 'pre',
  Link: 'a',
  NavLink: 'a',
  NextLink: 'a',
};

const imported = String.raw`(?:type[ \t]+)?(?:[\w$]+(?:,[ \t]*\{[^{}\r\n]*\})?|\{[^{}]{0,1000}\}|\*[ \t]+as[ \t]+[\w$]+)[ \t]+from[ \t]*`;
const exported = String.raw`(?:async|class|const|default|function|let|type|var)\b|[*{]`;
const moduleLine = String.raw`^(?:import[ \t]+(?:${imported})?["']|export[ \t]+(?:${exported}))`;
const commonSigns = [
  String.raw`\x60+`,
  '</?[A-Za-z]',
  '<!(?:--|[A-Za-z[])',
  String.raw`<%|<\?(?:php\b|xml\b|=)`,
  String.raw`\{+`,
  String.raw`\[`,
];
const textSigns = [
  '~{3,}',
  String.raw`\\(?:[!-/:-@[-\x60{-~]|begin\{)`,
  String.raw`%%(?<!\S%%)`,
  String.raw`:[a-z][\w+-]{0,60}:(?![\w:])`,
  String.raw`\^[a-zA-Z\d-]{1,60}(?=[ \t]*$)`,
  '8<-+',
  String.raw`\/{3,}`,
  String.raw`\$+`,
];
const patternOf = (signs: readonly string[]) => new RegExp(signs.join('|'), 'gmu');
const htmlSigns = patternOf(commonSigns);
const markdownSigns = patternOf([...commonSigns, ...textSigns]);
const moduleSigns = patternOf([...commonSigns, ...textSigns, moduleLine]);
/** Texts without any of these signs have no construct. */
const anySign = /[<{[^$]|%%|8<|\/{3}|:[a-z][\w+-]*:/u;
const anyModule = /^(?:import|export)\b/mu;
/** What may stand before a fence on its line: signs of quotations and lists. */
const beforeFence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/u;
const beforeSnippet = /^[ \t]*;*-+$/u;

/** Code of Astro in the front matter: its HTML has the braces of JSX. */
const codeOfAstro = /^(?:import|const)\s/mu;

type Reader = {
  readonly text: string;
  readonly html: boolean;
  /** Whether braces enclose expressions. */
  readonly hasBraces: boolean;
  /** Returns the index of a sign from an index on, or -1. The index must grow for each sign. */
  readonly next: (sign: string, from: number) => number;
  readonly endOfCode: (at: number, length: number) => number;
  /** These return where the next line end and the next blank line begin, or infinity. The index must grow. */
  readonly lineEndFrom: (from: number) => number;
  readonly blankFrom: (from: number) => number;
  /** Returns the index behind the bracket that closes the one at the index, or -1. */
  readonly endOfBracket: (at: number) => number;
};

/** A construct, before it is known which tags form pairs. */
type Found = Construct & { readonly pairs?: Pairs; readonly isAlone?: boolean };

/**
 * Returns the constructs of the dialects, in order, in linear time. Of those inside others, only tags of HTML inside
 * running text are returned. Code of Markdown has none.
 *
 * @param from where to begin, behind the front matter
 */
export function readConstructs(text: string, html: boolean, from = 0): Construct[] {
  const hasModules = !html && anyModule.test(text);
  if (!hasModules && !anySign.test(text)) return [];
  const hasBraces = !html || codeOfAstro.test(text.slice(0, from));
  const reader = createReader(text, html, hasBraces);
  const found: Found[] = [];
  const pattern = html ? htmlSigns : hasModules ? moduleSigns : markdownSigns;
  for (let at = from; ;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) break;
    const { end, construct } = readSign(reader, match[0], match.index);
    if (construct !== null) found.push(construct);
    at = end;
  }
  return outermost(closePairs(text, found));
}

type Read = { readonly end: number; readonly construct: Found | null };

function readSign(reader: Reader, sign: string, at: number): Read {
  const { text, html } = reader;
  const nothing = { end: at + sign.length, construct: null };
  if (sign.startsWith('\\')) return readLatex(text, sign, at) ?? nothing;
  if (!html && opensFence(text, sign, at)) return readFence(text, sign, at);
  if (sign.startsWith('`')) {
    const end = reader.endOfCode(at, sign.length);
    // Another block may begin with a line end, so code over several lines is read with its block.
    return end < 0 || reader.lineEndFrom(at) < end ? nothing : { end, construct: null };
  }
  if (sign === '[') return readShortcode(reader, at) ?? nothing;
  if (/^(?:import|export)/u.test(sign)) return opaque(at, endOfModule(reader, at));
  if (sign.startsWith('8<')) return readSnippet(reader, at) ?? nothing;
  if (sign.startsWith('///')) return readLines(reader, at) ?? nothing;
  if (sign.startsWith('$')) return readFormula(text, at) ?? nothing;
  if (/^[:^]/u.test(sign)) return readName(text, sign, at) ?? nothing;
  return readDelimited(reader, at) ?? (/^<\/?[A-Za-z]/u.test(sign) ? readTag(reader, at) : null) ?? nothing;
}

function opaque(start: number, end: number): Read {
  return { end, construct: { kind: 'opaque', isMarkdown: true, start, end } };
}

/** Longer words behind a fence are not read to their end. In UTF-16 units. */
const longestInfo = 400;

function opensFence(text: string, sign: string, at: number): boolean {
  if (!/^(?:`{3}|~{3})/u.test(sign) || !beforeFence.test(lineBefore(text, at))) return false;
  if (sign.startsWith('~')) return true;
  const behind = text.slice(at + sign.length, at + sign.length + longestInfo);
  return /^[^`\r\n]*(?:[\r\n]|$)/u.test(behind);
}

/** Returns what stands before an index on its line, or a part of it that is longer than any sign of a line. */
function lineBefore(text: string, at: number): string {
  return /[^\r\n]*$/u.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? '';
}

/** An icon, or the name of a block: it says something to the program, and stands in the words of the text. */
function readName(text: string, sign: string, start: number): Read | null {
  const isIcon = sign.startsWith(':');
  const before = text[start - 1] ?? (isIcon ? '' : 'x');
  if (isIcon ? /[\w:]/u.test(before) : !/[ \t]/u.test(before)) return null;
  const end = start + sign.length;
  return { end, construct: { kind: 'address', isMarkdown: false, start, end } };
}

function readDelimited(reader: Reader, at: number): Read | null {
  const { text, hasBraces } = reader;
  const row = delimiters.find(({ open }) => text.startsWith(open, at));
  if (row !== undefined) {
    const end = endOfDelimited(reader, row, at);
    if (end > 0 && (row.isLong || isTogether(reader, at, end)))
      return { end, construct: { kind: 'opaque', isMarkdown: true, start: at, end, ...pairsOf(row) } };
  }
  if (!hasBraces || text[at] !== '{') return null;
  const end = reader.endOfBracket(at);
  if (end < 0 || !isTogether(reader, at, end)) return null;
  return { end, construct: { kind: 'opaque', isMarkdown: false, start: at, end } };
}

function endOfDelimited({ text, html, next }: Reader, row: Delimiters, at: number): number {
  const inside = at + row.open.length;
  const close = next(row.close, inside);
  const end = close < 0 ? -1 : close + row.close.length;
  if (row.isHtml === true) return end < 0 && html ? text.length : end;
  const again = row.open === row.close ? -1 : next(row.open, inside);
  return again >= 0 && again < close ? -1 : end;
}

function pairsOf({ pairs }: Delimiters): { pairs?: Pairs } {
  return pairs === undefined ? {} : { pairs };
}

const shortcode = /\[\/?[a-z][\w-]{0,60}(?:=[^\]\s\\]*)?(?:\s(?:[^\\\][<>"']|"[^"[\]]*"|'[^'[\]]*')*)?\]/iuy;

/** A tag in brackets. Without attributes, it is only one with a partner, or alone on its line. */
function readShortcode({ text, blankFrom }: Reader, at: number): Read | null {
  shortcode.lastIndex = at;
  const source = shortcode.exec(text)?.[0];
  if (source === undefined || blankFrom(at) < at + source.length) return null;
  const end = at + source.length;
  const hasAttributes = /[\s\w]=/u.test(source);
  if ((hasAttributes ? /[([]/u : /[([:]/u).test(text[end] ?? '')) return null;
  const isAlone = fillsLines(text, at, end);
  const construct = { kind: 'opaque', isMarkdown: false, start: at, end, pairs: shortcodes } as const;
  const read = { ...construct, isAlone: isAlone || hasAttributes };
  return { end: hasAttributes ? end : at + 1, construct: read };
}

function readTag(reader: Reader, at: number): Read | null {
  const { text, html } = reader;
  const written = /^<\/?([A-Za-z][\w.-]{0,100})(?=[\s/>])/u.exec(text.slice(at, at + 110))?.[1];
  const end = endOfTag(reader, at + 2);
  if (end < 0) return null;
  const source = text.slice(at, end);
  if (written === undefined) {
    const isMarkdown = /^<https?:/iu.test(source);
    return { end, construct: { kind: 'address', isMarkdown, start: at, end } };
  }
  const hasBlankLine = !html && reader.blankFrom(at) < end;
  if (hasBlankLine && /\n[ \t\r]*\n/u.test(source.replace(/\{[^]*\}|"[^"]*"|'[^']*'/gu, ''))) return null;
  const name = elementOfComponent[written] ?? written;
  const closes = source.startsWith('</');
  const attributes = source.slice(written.length + (closes ? 2 : 1), -1);
  return { end, construct: { kind: 'tag', name: name.toLowerCase(), closes, attributes, start: at, end } };
}

/** Matches a piece of a tag: up to its end or a brace, or up to and with a value in quotes, which may hold `<` and `>`. */
const pieceOfTag = /[^<>={]{0,2000}(?:(>)|(\{)|=[\t\n\f\r ]{0,20}(?:"[^"]*"|'[^']*')?)/y;
const mostPieces = 200;

/** Returns where the tag ends whose name starts just before `from`, or -1 if it does not end. */
function endOfTag({ text, hasBraces, endOfBracket }: Reader, from: number): number {
  let at = from;
  for (let count = 0; count < mostPieces; count += 1) {
    pieceOfTag.lastIndex = at;
    const match = pieceOfTag.exec(text);
    if (match === null) return -1;
    at = pieceOfTag.lastIndex;
    if (match[1] !== undefined) return at;
    if (match[2] !== undefined && hasBraces) at = Math.max(at, endOfBracket(at - 1));
  }
  return -1;
}

/** Includes a file of MkDocs. The names of several stand between two signs. */
function readSnippet(reader: Reader, at: number): Read | null {
  const { text } = reader;
  const before = lineBefore(text, at);
  if (!beforeSnippet.test(before)) return null;
  const end = endOfLine(reader, at);
  const close = /^8<-+\s*$/u.test(text.slice(at, end)) ? reader.next('8<--', end) : -1;
  return opaque(at - before.length, close < 0 ? end : close + '8<--'.length);
}

/** The first and the last line of a block of MkDocs. */
function readLines(reader: Reader, at: number): Read | null {
  if (lineBefore(reader.text, at).trim() !== '') return null;
  const end = endOfLine(reader, at);
  return { end, construct: { kind: 'opaque', isMarkdown: true, start: at, end, pairs: blocksOfMkDocs } };
}

/** Returns where the line of an index ends, without blanks at its end. */
function endOfLine({ text, lineEndFrom }: Reader, at: number): number {
  return at + text.slice(at, Math.min(text.length, lineEndFrom(at))).trimEnd().length;
}

/** A formula inside of a line. Prices are none: a formula has signs that prices lack. */
const formula = /(\${1,2})(?=\S)[^$\r\n]{1,300}(?<=\S)\1(?![\d$])/uy;

function readFormula(text: string, at: number): Read | null {
  formula.lastIndex = at;
  const source = formula.exec(text)?.[0];
  if (source === undefined || !/[\\^_={}]/u.test(source)) return null;
  const end = at + source.length;
  return { end, construct: { kind: 'address', isMarkdown: true, start: at, end } };
}

/** LaTeX, by the sign that begins it: a formula that fills its lines, or one inside of a line. */
const latex: Readonly<Record<string, RegExp>> = {
  '\\[': /\\\[(?:[^\\]|\\[^\][])*\\\]/uy,
  '\\(': /\\\((?:[^\\\r\n]|\\[^)(\r\n])*\\\)/uy,
  '\\begin{': /\\begin\{([a-z*]+)\}[^]*?\\end\{\1\}/uy,
};

function readLatex(text: string, sign: string, at: number): Read | null {
  const pattern = latex[sign];
  if (pattern === undefined) return null;
  pattern.lastIndex = at;
  const source = pattern.exec(text)?.[0];
  if (source === undefined) return null;
  const end = at + source.length;
  const isInline = sign === '\\(';
  // Brackets around words may only be escaped.
  const isFormula = /[\^_={}\r\n]|\\[a-z]/u.test(source);
  if (!isFormula || (!isInline && !fillsLines(text, at, end))) return null;
  return { end, construct: { kind: isInline ? 'address' : 'opaque', isMarkdown: true, start: at, end } };
}

/** Where a module of MDX may end: a blank line, or a line that begins with a tag or code. */
const endOfStatement = new RegExp(
  String.raw`${blankLine}|[\r\n][ \t]*(?=</?[A-Za-z]|\{[%{<]|\x60{3}|~{3})`,
  'gu',
);

/** Imports and exports of MDX end outside of their brackets. */
function endOfModule({ text, endOfBracket }: Reader, start: number): number {
  for (let end = start; ;) {
    endOfStatement.lastIndex = end;
    const stop = endOfStatement.exec(text)?.index ?? text.length;
    const open = [...text.slice(end, stop).matchAll(/[([{]/gu)].map(({ index }) => endOfBracket(end + index));
    const close = open.find((each) => each > stop);
    if (close === undefined) return stop;
    end = close;
  }
}

/**
 * Reads code between fences. In a list or a quotation, it is a part of its block. The last fence is indented by at most
 * three columns more than the first. Without it, code goes on to the end of the text.
 */
function readFence(text: string, mark: string, at: number): Read {
  const before = lineBefore(text, at);
  const isBlock = before.trim() === '';
  const close = new RegExp(
    `^[ \\t${isBlock ? '' : '>'}]{0,${before.length + 3}}${mark}${mark.charAt(0)}*[ \\t]*$`,
    'gmu',
  );
  close.lastIndex = at + mark.length;
  const found = close.exec(text);
  const end = found === null ? text.length : found.index + found[0].length;
  if (!isBlock || (found === null && before !== '')) return { end, construct: null };
  return { end, construct: { kind: 'code', isMarkdown: true, start: at - before.length, end } };
}

function keyOf({ opening, endsAny }: Pairs, name: string): string {
  return `${opening.source} ${endsAny === true ? '' : name}`;
}

/** Turns each pair of tags around something else than running text into one construct. */
function closePairs(text: string, found: readonly Found[]): Construct[] {
  const open = memoize((_key: string): { readonly opening: Found; readonly name: string }[] => []);
  const constructs: Construct[] = [];
  const paired = new Set<Found>();
  for (const construct of found) {
    const { pairs, start, end } = construct;
    if (pairs === undefined) continue;
    const source = text.slice(start, Math.min(end, start + 120)).toLowerCase();
    const [, closed] = pairs.closing.exec(source) ?? [];
    if (closed === undefined) {
      const [, name] = pairs.opening.exec(source) ?? [];
      const closesItself = /\/\s*[>%\]}]/u.test(text.slice(end - 5, end));
      if (name !== undefined && !closesItself) open(keyOf(pairs, name)).push({ opening: construct, name });
      continue;
    }
    const last = open(keyOf(pairs, closed)).pop();
    if (last === undefined) continue;
    const { opening, name } = last;
    paired.add(opening).add(construct);
    if (!prosePairs.has(name))
      constructs.push({ kind: 'closed', isMarkdown: pairs !== shortcodes, start: opening.start, end });
  }
  for (const construct of found)
    if (construct.isAlone !== false || paired.has(construct)) constructs.push(construct);
  return constructs;
}

function outermost(constructs: readonly Construct[]): Construct[] {
  const ordered: Construct[] = [];
  let end = 0;
  for (const construct of constructs.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (construct.start < end) continue;
    ordered.push(construct);
    ({ end } = construct);
  }
  return ordered;
}

function createReader(text: string, html: boolean, hasBraces: boolean): Reader {
  const places = memoize((_sign: string) => ({ at: -2 }));
  let endOfBracket: ((at: number) => number) | null = null;
  return {
    text,
    html,
    hasBraces,
    next: (sign, from) => {
      const place = places(sign);
      if (place.at !== -1 && place.at < from) place.at = text.indexOf(sign, from);
      return place.at;
    },
    lineEndFrom: createSearch(text, /[\r\n]/gu),
    blankFrom: createSearch(text, new RegExp(blankLine, 'gu')),
    endOfCode: createCodeReader(text),
    endOfBracket: (at) => (endOfBracket ??= createBracketReader(text))(at),
  };
}

/** Returns a function that returns where the next match begins, or infinity. Its indexes must grow. */
function createSearch(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      pattern.lastIndex = from;
      found = pattern.exec(text)?.index ?? Infinity;
    }
    return found;
  };
}

/** Returns a function that finds the end of a code span, or -1. Its offsets must grow. */
export function createCodeReader(text: string): (at: number, length: number) => number {
  if (!text.includes('`')) return () => -1;
  const runs = memoize((_length: number): number[] => []);
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].toReversed()) runs(run.length).push(index);
  return (at, length) => {
    const places = runs(length);
    while ((places.at(-1) ?? Infinity) <= at) places.pop();
    const close = places.at(-1);
    return close === undefined ? -1 : close + length;
  };
}

function createBracketReader(text: string): (at: number) => number {
  const open: Readonly<Record<string, number[]>> = { '}': [], ']': [], ')': [] };
  const ends = new Map<number, number>();
  for (const { 0: sign, index } of text.matchAll(/[{}[\]()]/gu)) {
    const start = open[sign]?.pop();
    if (start !== undefined) ends.set(start, index + 1);
    else open[{ '{': '}', '[': ']', '(': ')' }[sign] ?? '']?.push(index);
  }
  return (at) => ends.get(at) ?? -1;
}

/** Whether a stretch has no blank line, or nothing else stands on its lines. */
function isTogether({ text, blankFrom }: Reader, start: number, end: number): boolean {
  return blankFrom(start) >= end || fillsLines(text, start, end);
}

/** Whether nothing stands beside a stretch on its lines. */
function fillsLines(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const behind = text.slice(end, end + 40);
  return /(?:^|[\r\n])[ \t]*$/u.test(before) && /^[ \t]*(?:[\r\n]|$)/u.test(behind);
}
