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
