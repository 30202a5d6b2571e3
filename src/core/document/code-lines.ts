/** The signs of an open fence, and the column from which its list item goes on. */
type Fence = { readonly mark: string; readonly base: number };

const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/u;
const opening = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/u;
const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*$/u;

/**
 * Returns a function that tells which lines of a block of code or of a list are fences, and which are code in a list
 * item or between fences. It must be given all lines in order.
 */
export function createCodeLines() {
  /** The columns where the text of the open list items begins, outermost first. */
  let columns: number[] = [];
  let fence: Fence | null = null;
  /** What a line continues. Only a line that continues no text can begin indented code. */
  let before: 'nothing' | 'code' | 'text' = 'text';

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

  return (text: string): 'fence' | 'code' | null => {
    const isBlank = text.trim() === '';
    const indent = widthOf(/^[ \t]*/u.exec(text)?.[0] ?? '');
    // The item of the fence ends, and the fence with it.
    if (fence !== null && !isBlank && indent < fence.base) fence = null;
    if (fence !== null) {
      before = 'nothing';
      const end = closing.exec(text)?.[1];
      if (end?.startsWith(fence.mark) !== true || indent - fence.base > 3) return 'code';
      fence = null;
      return 'fence';
    }
    if (!isBlank) return readText(text, indent);
    if (before === 'text') before = 'nothing';
    return null;
  };
}

/** Returns how many columns a text takes. A tab goes on to the next fourth column. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += sign === '\t' ? 4 - (width % 4) : 1;
  return width;
}
