/** Thirty marks on one letter are parted, as Unicode's stream-safe form does: to sort thousands of them would take seconds. */
const manyMarks = /\p{M}{30}(?=\p{M})/gu;

/** Text as searches compare it: compatibility forms made one, and letters lower case. */
export function foldText(text: string): string {
  return text.replaceAll(manyMarks, '$&\u034f').normalize('NFKC').toLowerCase();
}
