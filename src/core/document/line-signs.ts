/** The signs of an open fence, and the column from which its list item goes on. */
type Fence = { readonly mark: string; readonly base: number };

const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/u;
const opening = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/u;
const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*$/u;

/** Whether a line may close a fence with this mark. A fence with a language only opens code. */
export function closesFence(text: string, mark: string): boolean {
  return closing.exec(text)?.[1]?.startsWith(mark) === true;
}

/**
 * Returns a reader that tells which lines of a block of code or of a list are fences, and which are code in a list item
 * or between fences. It must be given all lines in order.
 *
 * @param above what the first line continues; only a line that continues no text can begin indented code
 */
export function createCodeLines(above: 'nothing' | 'text' = 'text') {
  /** The columns where the text of the open list items begins, outermost first. */
  let columns: number[] = [];
  let fence: Fence | null = null;
  let before: 'nothing' | 'code' | 'text' = above;

  function readText(text: string, indent: number): 'fence' | 'code' | null {
    const base = columns.findLast((column) => column <= indent) ?? 0;
    if (indent - base > 3) {
      if (before === 'text') return null;
      before = 'code';
      return 'code';
    }
    const mark = opening.exec(text)?.[1];
    const own = item.exec(text)?.[0];
    if (mark !== undefined || own !== undefined || before === 'nothing')
      columns = columns.filter((column) => column <= indent);
    before = 'text';
    if (own !== undefined) columns.push(widthOf(own));
    if (mark === undefined) return null;
    fence = { mark, base };
    return 'fence';
  }

  function read(text: string): 'fence' | 'code' | null {
    const isBlank = text.trim() === '';
    const indent = widthOf(/^[ \t]*/u.exec(text)?.[0] ?? '');
    // The item of the fence ends, and the fence with it.
    if (fence !== null && !isBlank && indent < fence.base) fence = null;
    if (fence !== null) {
      before = 'nothing';
      if (!closesFence(text, fence.mark) || indent - fence.base > 3) return 'code';
      fence = null;
      return 'fence';
    }
    if (!isBlank) return readText(text, indent);
    if (before === 'text') before = 'nothing';
    return null;
  }

  return { read, isInFence: () => fence !== null };
}

/** A line of a quotation: the length of its signs, how deep it is quoted, and whether it is code. */
type QuotedLine = {
  readonly sign: number;
  readonly depth: number;
  readonly code: 'fence' | 'code' | null;
};

/** Returns a function that reads the lines of a quotation. It must be given all lines in order. */
export function createQuotedLines() {
  let depth = 0;
  let lines = createCodeLines();
  return (text: string): QuotedLine => {
    // In quoted code, further signs are part of the code.
    const signs = signsOf(text, lines.isInFence() ? depth : Infinity);
    if (signs.depth !== depth) {
      lines = createCodeLines(signs.depth > depth ? 'nothing' : 'text');
      depth = signs.depth;
    }
    return { ...signs, code: lines.read(text.slice(signs.sign)) };
  };
}

const quoteSign = / {0,3}> ?/uy;

/** Returns how many quote signs begin a line, at most so many, and their length. */
function signsOf(text: string, most: number): { readonly sign: number; readonly depth: number } {
  quoteSign.lastIndex = 0;
  let sign = 0;
  let depth = 0;
  while (depth < most && quoteSign.test(text)) {
    sign = quoteSign.lastIndex;
    depth += 1;
  }
  return { sign, depth };
}

/** Returns how many columns a text takes. A tab goes on to the next fourth column. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += sign === '\t' ? 4 - (width % 4) : 1;
  return width;
}

/** Elements that cut text into runs, as a paragraph break does. */
export const blockNames = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main ' +
    'menu menuitem nav ol optgroup option p pre script section select source style summary svg table tbody td textarea ' +
    'tfoot th thead title tr track ul video audio object canvas math template noscript button'
  ).split(' '),
);

/** Whether a line begins with the tag of a block of HTML. */
export function beginsElement(line: string): boolean {
  const name = /^ {0,3}<\/?([a-z][a-z\d]{0,20})(?=[\s>]|\/>|$)/i.exec(line)?.[1]?.toLowerCase();
  return name !== undefined && name !== 'br' && blockNames.has(name);
}
