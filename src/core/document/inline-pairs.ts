const closers: Readonly<Record<string, string>> = {
  ']': '[',
  ')': '(',
  '}}': '{{',
  '%}': '{%',
  '」': '「',
  '』': '『',
};
const openers = new Set(Object.values(closers));

/** Pairs up brackets, emphasis marks and quotation marks, each kind with a stack of its own. */
export function createPairs(text: string, found: (start: number, end: number) => void) {
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
    /** A quotation that never ends goes on in the next paragraph: everything after its start is guarded. */
    end(): void {
      if (straight >= 0) found(straight, text.length + 1);
      if (curly >= 0) found(curly, text.length + 1);
    },
  };
}
