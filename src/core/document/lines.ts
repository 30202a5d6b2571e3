/** One line of the content, with offsets without and with its line end. */
export type Line = { readonly text: string; readonly start: number; readonly end: number };

export function linesOf(content: string): Line[] {
  const lines: Line[] = [];
  const lineEnd = /\r\n|\n|\r/g;
  let start = 0;
  for (let match = lineEnd.exec(content); match !== null; match = lineEnd.exec(content)) {
    lines.push({ text: content.slice(start, match.index), start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ text: content.slice(start), start, end: content.length });
  return lines;
}

/** Returns the line end of the content. The first one decides. */
export function lineEndOf(content: string): string {
  return /\r\n|\n|\r/.exec(content)?.[0] ?? '\n';
}

/** What a line opens at the start of a block. `text` is everything that is read as flowing text. */
type LineKind =
  | 'blank'
  | 'fence'
  | 'heading'
  | 'rule'
  | 'quote'
  | 'list'
  | 'indented'
  | 'table'
  | 'definition'
  | 'template'
  | 'text';

/** Longer lines have no structure. The limit keeps all patterns below fast on hostile input. */
const structuralLength = 400;

const patterns: readonly (readonly [LineKind, RegExp])[] = [
  ['fence', /^ {0,3}(?:`{3,}[^`]*|~{3,}.*|\$\$.*)$/],
  ['heading', /^ {0,3}#{1,6}(?:\s|$)/],
  ['rule', /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/],
  ['quote', /^ {0,3}>/],
  ['list', /^ {0,3}(?:[-*+•◦‣·]|\d{1,9}[.)])(?:\s|$)/],
  ['indented', /^(?: {4}| {0,3}\t)/],
  ['table', /^\s*\|/],
  ['definition', /^ {0,3}\*?\[[^\]]+\]:/],
  ['template', /^\s*(?:\{\{.*\}\}|\{%.*%\}|\{:.*\}|\[\/?[\w-]+(?:\s[^\]]*)?\]|:{3,}.*|!!!.*|\?\?\?.*)\s*$/],
];

export function lineKind(line: string): LineKind {
  if (line.trim() === '') return 'blank';
  const head = line.slice(0, structuralLength);
  for (const [kind, pattern] of patterns) {
    if (pattern.test(head)) return kind;
  }
  return 'text';
}

/** Whether a line of `---` or `===` makes a heading of the text above it. */
export function isUnderline(line: string): boolean {
  return line.length <= structuralLength && /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);
}

/** Whether a row of dashes makes a table of the line above it. */
export function isDelimiterRow(line: string): boolean {
  return (
    line.length <= structuralLength && line.includes('|') && /^[\s|:-]+$/.test(line) && line.includes('-')
  );
}

/** Whether a line of this kind ends a paragraph without a blank line before it. */
export function interruptsText(kind: LineKind, line: string): boolean {
  if (kind === 'list') return /^ {0,3}(?:[-*+•◦‣·]|1[.)])\s+\S/.test(line.slice(0, structuralLength));
  return kind !== 'text' && kind !== 'indented' && kind !== 'definition';
}
