/** Text as searches compare it: compatibility forms made one, and letters lower case. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
