const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** How many of the content's words are not in the version, whatever their order, and how many words both have. */
export function countWords(content: string, version: string) {
  const left = new Map<string, number>();
  let words = 0;
  for (const [found] of version.matchAll(word)) {
    left.set(found, (left.get(found) ?? 0) + 1);
    words += 1;
  }
  let wordsTotal = 0;
  let wordsChanged = 0;
  for (const [found] of content.matchAll(word)) {
    const here = left.get(found) ?? 0;
    if (here === 0) wordsChanged += 1;
    else left.set(found, here - 1);
    wordsTotal += 1;
  }
  return { wordsChanged, wordsTotal, words };
}
