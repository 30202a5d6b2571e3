import type { Language } from './language.ts';

/** Cuts the most common endings of a word. It is not exact on purpose: stems are only compared. */
export function stem(word: string, language: Language): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  switch (language) {
    case 'en':
      return english(word);
    case 'de':
      return german(word);
    case 'es':
      return spanish(word);
    default:
      return language;
  }
}

function english(word: string): string {
  const base = word
    .replace(/(?:ies)$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  const cut = base.replace(/(?:ings?|ed|er|ers|ation|ly)$/, '');
  const root = cut.length >= 3 ? cut : base;
  return root.replace(/([bdfgklmnprt])\1$/, '$1').replace(/(?<=.{3})[ey]$/, '');
}

function german(word: string): string {
  const plain = word.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ß', 'ss');
  const cut = plain.replace(/(?:ungen|ung|ern|en|er|em|es|e|n|s|st|t)$/, '');
  return cut.length >= 3 ? cut : plain;
}

function spanish(word: string): string {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const cut = plain.replace(
    /(?:aciones|acion|amente|mente|ando|iendo|adas|ados|ada|ado|ar|er|ir|es|as|os|a|o|e|s)$/,
    '',
  );
  return cut.length >= 3 ? cut : plain;
}

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
