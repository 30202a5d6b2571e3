import { indefiniteArticle, numberOf, withArticle } from './english-grammar.ts';
import { containers, qualities, remarkVerbs, requests } from './english-words.ts';
import type { PartName } from './offer.ts';

export type Remark = { readonly part: PartName; readonly text: string };

const inContainer: Readonly<Record<string, string>> = {
  bag: 'in',
  box: 'in',
  bottle: 'in',
  tube: 'in',
  case: 'in',
  pack: 'in',
  bundle: 'in',
  jar: 'in',
  tin: 'in',
  spool: 'on',
  roll: 'on',
  set: 'as',
  pair: 'as',
  kit: 'as',
  paperback: 'in',
  hardcover: 'in',
  hardback: 'in',
  ebook: 'as',
  audiobook: 'as',
  download: 'as',
  pdf: 'as',
};

/** Says what a remark behind a comma tells about the thing, for example that "keeps flies off" is what it does. */
export function readRemark(remark: string, many: boolean): Remark {
  const words = remark.split(' ');
  const first = (words[0] ?? '').toLowerCase();
  const last = (words.at(-1) ?? '').toLowerCase();
  if (/^(?:it|which|that|they)$/.test(first) && words.length > 2)
    return readRemark(words.slice(1).join(' '), many);
  if (remarkVerbs.has(first) && words.length > 1 && !/^(?:and|or|for|with)$/.test(words[1] ?? '')) {
    return { part: 'does', text: [agreeing(first, many), ...words.slice(1)].join(' ') };
  }
  if (/^(?:right|perfect|ideal|good) (?:size|choice|length|weight|tool|height)\b/i.test(remark)) {
    return { part: 'is', text: `the ${lowerFirst(remark)}` };
  }
  if (first === 'with' && words.length > 1)
    return { part: 'with', text: withArticle(words.slice(1).join(' ')) };
  if (first === 'for' && words.length > 1) return { part: 'for', text: words.slice(1).join(' ') };
  if (qualities.has(first) || /\b(?:neutral|proof|resistant|safe|free|friendly|compatible)$/.test(last)) {
    return { part: 'is', text: lowerFirst(remark) };
  }
  if (requests.has(first)) return { part: 'call', text: remark };
  return readAmount(remark, words, last);
}

function readAmount(remark: string, words: readonly string[], last: string): Remark {
  const noun =
    containers.has(last) || inContainer[last] !== undefined ? last : (words[0] ?? '').toLowerCase();
  const small = inContainer[noun];
  if (small !== undefined && words.length <= 4 && (noun === last || words[1] === 'of')) {
    const text = noun === last && words.length === 1 && small === 'in' ? remark : withIndefinite(remark);
    return { part: 'as', text: `${small} ${lowerFirst(text)}` };
  }
  if (/\b(?:included|available|paid|guaranteed)\b/.test(remark) && words.length <= 5)
    return { part: 'with', text: lowerFirst(remark) };
  if (
    /\b(?:trial|delivery|shipping|returns|claims|fees|billing|warranty|guarantee|support|money back|payments?)$/.test(
      remark,
    )
  ) {
    return {
      part: 'with',
      text: /\b(?:trial|warranty|guarantee)$/.test(remark)
        ? withIndefinite(lowerFirst(remark))
        : lowerFirst(remark),
    };
  }
  if (/^\d+ (?:months|days|years|weeks)\b/.test(remark)) return { part: 'with', text: remark };
  if (
    /^[a-z-]+ [a-z-]*[a-z]{3,} for /i.test(remark) &&
    numberOf(words[1] ?? '') === 'one' &&
    !/^one /i.test(remark)
  ) {
    return { part: 'is', text: withIndefinite(lowerFirst(remark)) };
  }
  return { part: 'note', text: lowerFirst(remark) };
}

function withIndefinite(text: string): string {
  return /^(?:a|an|the|no|your)\s/i.test(text) ? text : `${indefiniteArticle(text)} ${text}`;
}

/** "keeps" after many things is "keep". */
function agreeing(verb: string, many: boolean): string {
  if (!many) return verb;
  if (verb === 'has') return 'have';
  if (verb === 'is') return 'are';
  return /(?:ss|sh|ch|x|z|o)es$/.test(verb) ? verb.slice(0, -2) : verb.replace(/([^s])s$/, '$1');
}

export function lowerFirst(text: string): string {
  return /^[A-Z][a-z'’]+(?:[\s-]|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
