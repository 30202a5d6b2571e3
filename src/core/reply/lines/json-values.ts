import { plainLine } from './plain-line.ts';

/** How deep values may be nested. Deeper ones are not read. */
export const depthLimit = 8;
const headLength = 80;

const opening = /^\s*(?:json\s*)?(?:\{\s*(?:$|["}])|\[\s*(?:$|[{"\]]))/iu;

/** Whether a line begins with an object, or with an array of objects or strings. */
export function beginsJson(line: string): boolean {
  return opening.test(plainLine(line.slice(0, headLength)));
}

/** Scans one value as it arrives. */
export function createValueScan() {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  return {
    /** Returns the end of the value in this piece of it. -1: it goes on. */
    endIn(piece: string): number {
      for (let at = 0; at < piece.length; at += 1) {
        const sign = piece[at];
        if (isEscaped) isEscaped = false;
        else if (sign === '\\') isEscaped = inString;
        else if (sign === '"') inString = !inString;
        else if (!inString && (sign === '{' || sign === '[')) depth += 1;
        else if (!inString && (sign === '}' || sign === ']')) depth -= 1;
        else continue;
        if (!inString && (depth === 0 || depth > depthLimit)) return at + 1;
      }
      return -1;
    },
    /** Whether a string is open. Then the next text is part of it. */
    inString: () => inString,
  };
}

/** Tracks, for a text that arrives in pieces, whether it ends inside a string of a value that began with a line. */
export function createStringWatch() {
  let value: ReturnType<typeof createValueScan> | null = null;
  /** The beginning of a line that may be JSON. Null: the line is something else. */
  let head: string | null = '';

  function add(piece: string, endsLine: boolean): void {
    let rest = piece;
    while (value !== null || head !== null) {
      if (value === null) {
        rest = `${head}${rest}`;
        // The decision depends only on the same beginning of the line, however the text is cut.
        const isTold = endsLine || rest.length >= headLength;
        head = isTold ? null : rest;
        if (!isTold || !beginsValue(rest)) return;
        value = createValueScan();
      }
      const end = value.endIn(rest);
      if (end < 0) return;
      [value, head, rest] = [null, '', rest.slice(end)];
    }
  }

  return {
    feed(text: string): void {
      if (value === null && head === null && !text.includes('\n')) return;
      for (const line of text.split(/(?<=\n)/u)) {
        const endsLine = line.endsWith('\n');
        add(line, endsLine);
        if (endsLine && value === null) head = '';
      }
    },
    inString(): boolean {
      // The line has shown what it is, as far as it has arrived.
      if (head?.trim()) add('', true);
      return value?.inString() === true;
    },
    forget(): void {
      [value, head] = [null, ''];
    },
  };
}

function beginsValue(text: string): boolean {
  return beginsJson(text.replace(/^[\s,;]+/u, ''));
}
