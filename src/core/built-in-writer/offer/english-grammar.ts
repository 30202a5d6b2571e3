import { massNouns, pluralNouns, singularS } from './english-words.ts';

export type EnglishNumber = 'one' | 'many' | 'mass';

/** Whether a noun stands for one thing, for many, or for a stuff that is not counted. */
export function numberOf(noun: string): EnglishNumber {
  const word = noun.toLowerCase();
  const last = word.split('-').at(-1) ?? word;
  if (massNouns.has(word) || massNouns.has(last) || /(?:ware)$/.test(last)) return 'mass';
  if (pluralNouns.has(last)) return 'many';
  if (/[^siu]s$/.test(last) && !singularS.has(last)) return 'many';
  if (
    last.endsWith('ing') &&
    last.length > 5 &&
    !/(?:string|spring|swing|earring|ceiling|recording|painting|building|sling)$/.test(last)
  ) {
    return 'mass';
  }
  return 'one';
}

/** `a` or `an`, by how the word sounds. */
export function indefiniteArticle(word: string): 'a' | 'an' {
  const number = /^\d+/.exec(word)?.[0];
  if (number !== undefined) return /^(?:8|11(?!\d)|18(?!\d))/.test(number) ? 'an' : 'a';
  if (/^[A-Z]{2,}/.test(word)) return /^[AEFHILMNORSX]/.test(word) ? 'an' : 'a';
  if (/^(?:hour|honest|heir|honou?r)/i.test(word)) return 'an';
  return /^[aeiou]/i.test(word) && !/^(?:uni|us[ae]|eu|one|once|ubiq|uk|util|udemy)/i.test(word) ? 'an' : 'a';
}

const determined =
  /^(?:a|an|the|my|our|your|its|their|no|any|some|all|every|each|this|that|these|those|two|three|four|five|six|both|several|up)$/i;

/** Gives a bare singular noun at the start of a phrase the article that descriptions leave out. */
export function withArticle(phrase: string): string {
  const words = phrase.split(' ');
  const first = words[0] ?? '';
  if (determined.test(first) || /\d/.test(first) || /^[A-Z]{2,}|[a-z][A-Z]/.test(first)) return phrase;
  const end = words.findIndex(
    (word, index) =>
      word.endsWith(',') ||
      /^(?:and|or|for|in|of|to|that|on|at|from|by|with)$/.test(words[index + 1] ?? 'and'),
  );
  const head = (words[end] ?? '').replace(/,$/, '');
  if (head === '' || /[\dA-Z]/.test(head.slice(1)) || /\d/.test(words[end + 1] ?? '') || /\d/.test(head))
    return phrase;
  return numberOf(head) === 'one' ? `${indefiniteArticle(first)} ${phrase}` : phrase;
}
