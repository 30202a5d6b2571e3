import { splitBefore } from './anchor.ts';
import { indefiniteArticle, numberOf } from './english-grammar.ts';
import type { EnglishNumber } from './english-grammar.ts';
import { boundaries, containers, media, thingNouns, units } from './english-words.ts';
import type { Offer } from './offer.ts';

type Core = Pick<Offer, 'anchor' | 'before' | 'behind' | 'head'> & { readonly number: EnglishNumber };

/** Name, article and anchor of the thing. `longer`: the name of one word with what follows it. */
export function nameOf(
  name: readonly string[],
  longer: readonly string[] | null,
  tail: string,
  proper: boolean,
): Core {
  const head = name.at(-1) ?? '';
  if (proper) return properName(`${name.join(' ')}${tail}`.split(' '), head);
  const number = numberOf(head);
  const definite =
    /^ of (?:the|your|our|this|my) /.test(tail) ||
    /^(?:first|second|third|latest|official|only|best|newest)$/i.test(name[0] ?? '');
  const article = definite ? 'the ' : number === 'one' ? `${indefiniteArticle(name[0] ?? '')} ` : '';
  if (longer !== null) return { anchor: longer.join(' '), before: article, behind: '', head, number };
  const [, the = '', held = ''] =
    / of ((?:the )?)(.+)$/.exec(containers.has(head.toLowerCase()) ? tail : '') ?? [];
  const things = held.split(' ');
  if (things.length >= 2 && things.length <= 4 && !things.some((word) => boundaries.has(word))) {
    return {
      anchor: held,
      before: `${article}${name.join(' ')} of ${the}`,
      behind: '',
      head: things.at(-1) ?? head,
      number,
    };
  }
  if (name.length === 1 && isBrand(head)) {
    return { anchor: `the ${head} page`, before: '', behind: tail, head, number: 'one' };
  }
  if (name.length === 1) {
    return {
      anchor: `${number === 'many' ? 'these' : 'this'} ${head}`,
      before: '',
      behind: tail,
      head,
      number,
    };
  }
  const { before, anchor } = splitBefore(
    name,
    (word, prior) =>
      !units.has(word) &&
      !boundaries.has(word) &&
      !/^(?:and|or|&)$/.test(word) &&
      !/^(?:and|&|\d+)$/.test(prior),
  );
  const lead = before.length === 0 ? '' : `${before.join(' ')} `;
  return { anchor: anchor.join(' '), before: `${article}${lead}`, behind: tail, head, number };
}

/** A capital or mixed case in a word that is no known thing: somebody's name. */
export function isBrand(word: string): boolean {
  const small = word.toLowerCase();
  const isThing =
    thingNouns.has(small) || media.has(small) || containers.has(small) || numberOf(small) !== 'one';
  return /[A-Z]/.test(word) && !/^[A-Z\d-]+$/.test(word) && !isThing;
}

function properName(whole: readonly string[], head: string): Core {
  const anchor = whole.slice(0, 4);
  while (anchor.length > 2 && whole.length > 4 && /^(?:by|of|the|and)$/.test(anchor.at(-1) ?? ''))
    anchor.pop();
  const cut =
    whole.length > 4 && anchor.includes('by') ? anchor.slice(0, Math.max(2, anchor.indexOf('by'))) : anchor;
  return {
    anchor: cut.join(' '),
    before: '',
    behind: whole
      .slice(cut.length)
      .map((word) => ` ${word}`)
      .join(''),
    head,
    number: 'one',
  };
}

export function isSmall(word: string): boolean {
  return boundaries.has(word) || /^(?:a|an|the|and|or|your|my|our|their)$/.test(word);
}
