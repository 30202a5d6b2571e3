/** One line of the content: offsets without and with its line end. */
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

/** The line end that the content uses; the first one decides. */
export function lineEndOf(content: string): string {
  return /\r\n|\n|\r/.exec(content)?.[0] ?? '\n';
}
