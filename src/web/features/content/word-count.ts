export function countWords(content: string): number {
  let words = 0;
  for (const run of content.matchAll(/\S+/gu)) if (/[\p{L}\p{N}]/u.test(run[0])) words += 1;
  return words;
}
