const rule = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|(?:=\s*){3,})$/u;
const closingFence = /^\s*(?:`{3,}|~{3,})\s*$/u;
const openingFence = /^\s*(?:`{3,}|~{3,})\s*[\w-]*\s*$/u;
const beginning = /^[\s`~*_=-]{0,200}$|^\s{0,9}(?:`{3,9}|~{3,9})\s{0,9}[\w-]{0,20}\s{0,9}$/u;

/** `---` and its like: between sections a separator, elsewhere the author's. */
export function isRuleLine(line: string): boolean {
  return line.length <= 200 && rule.test(line);
}

export function isClosingFence(line: string): boolean {
  return line.length <= 200 && closingFence.test(line);
}

export function isOpeningFence(line: string): boolean {
  return beginning.test(line) && openingFence.test(line);
}

/** Whether a line of which only `start` has arrived may turn out to be blank, a rule or a fence. */
export function mayBeLeftoverLine(start: string): boolean {
  return beginning.test(start);
}
