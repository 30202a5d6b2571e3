const shortest = 4;
const longest = 30;

/** Finds compounds: stems that begin or end with another one, as "küchenwaage" ends with "waage". */
export function createAffixes(stems: Iterable<string>) {
  const known = new Set<string>();
  const longer = new Map<string, string[]>();
  for (const word of stems) {
    known.add(word);
    if (word.length > longest) continue;
    for (const affix of affixesOf(word)) {
      const words = longer.get(affix);
      if (words === undefined) longer.set(affix, [word]);
      else if (words.length < 20) words.push(word);
    }
  }
  return {
    /** Returns the stem itself and the stems that share a part with it, each with a likeness. */
    like(term: string): readonly (readonly [string, number])[] {
      const found = new Map<string, number>([[term, 1]]);
      if (term.length >= shortest) for (const word of longer.get(term) ?? []) found.set(word, likeness(term));
      if (term.length <= longest) {
        for (const affix of affixesOf(term)) {
          if (known.has(affix) && !found.has(affix)) found.set(affix, likeness(affix));
        }
      }
      return [...found];
    },
  };
}

/** Four equal letters are more often a coincidence than five. */
function likeness(shared: string): number {
  return shared.length < 5 ? 0.55 : 0.75;
}

function* affixesOf(word: string): Generator<string> {
  for (let size = shortest; size <= word.length - 3; size += 1) {
    yield word.slice(0, size);
    yield word.slice(-size);
  }
}
