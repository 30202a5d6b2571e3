export const anchorLimit = 4;

/** Cuts a name of many words: the last ones, up to four, become the anchor; the others stay in front of it. */
export function splitBefore(name: readonly string[], mayStart: (word: string, before: string) => boolean) {
  for (let size = Math.min(anchorLimit, name.length); size >= 2; size -= 1) {
    const at = name.length - size;
    if (at === 0 || mayStart(name[at] ?? '', name[at - 1] ?? '')) {
      return { before: name.slice(0, at), anchor: name.slice(at) };
    }
  }
  return { before: name.slice(0, -2), anchor: name.slice(-2) };
}

/** Lengthens a name of one word by what follows, where that gives a whole phrase of up to four words. */
export function lengthen(
  name: string,
  rest: readonly string[],
  isSmall: (word: string) => boolean,
): string[] | null {
  for (let size = Math.min(anchorLimit, rest.length + 1); size >= 2; size -= 1) {
    const words = [name, ...rest.slice(0, size - 1)];
    const last = words.at(-1) ?? '';
    const next = rest[size - 1];
    const whole = next === undefined || last.endsWith(',') || isSmall(next);
    if (whole && !isSmall(last) && !words.slice(0, -1).some((word) => word.endsWith(','))) {
      return [...words.slice(0, -1), last.replace(/,$/, '')];
    }
  }
  return null;
}
