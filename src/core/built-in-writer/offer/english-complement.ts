import { numberOf, withArticle } from './english-grammar.ts';
import { readRemark } from './english-remarks.ts';
import type { PartName } from './offer.ts';
import type { Parts } from './offer.ts';

export type Complement = { parts: Parts; rest: string; tail: string; inRest: ReadonlySet<PartName> };

/** What follows the name: first what belongs to it ("in a bag", "of keys"), then purpose, equipment, topic or relative clause. */
export function readComplement(words: readonly string[], isMedium: boolean): Complement {
  const parts: Parts = {};
  const inRest = new Set<PartName>();
  const kept: string[] = [];
  let tail = '';
  for (const [index, [small = '', ...others]] of groupsOf(words).entries()) {
    const phrase = others.join(' ');
    if (phrase === '' || others.length > 16) continue;
    if (index === 0 && /^(?:of|in|from|by|at)$/.test(small)) {
      tail = ` ${small} ${phrase}`;
      continue;
    }
    const part = small === 'on' && !isMedium ? null : partOf(small, phrase);
    const text = part === 'with' ? withArticle(phrase) : part === 'is' ? `${small} ${phrase}` : phrase;
    kept.push(part === 'is' ? text : `${small} ${text}`);
    if (part === null || parts[part] !== undefined || (part === 'does' && ownSubject.test(phrase))) continue;
    parts[part] = text;
    inRest.add(part);
  }
  return { parts, rest: kept.map((phrase) => ` ${phrase}`).join(''), tail, inRest };
}

/** A relative clause with a subject of its own cannot be turned into a statement about the thing. */
const ownSubject = /^(?:you|we|i|the|a|an|your|our|is|are|it|they|this|every)\b/;

const opening = /^(?:for|with|against|that|which|to|made|designed|ideal|perfect|without)$/;

/** Words that take everything behind them along. */
const absorbing = /^(?:that|which|who|to|about|on|while|where|made|designed|built|ideal|perfect|suited|so)$/;

function groupsOf(words: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    const first = last?.[0] ?? '';
    const isTail = groups.length === 1 && /^(?:of|in|from|by|at)$/.test(first);
    const opens =
      last === undefined ||
      (!absorbing.test(first) && opening.test(word)) ||
      (isTail && /^(?:on|about)$/.test(word));
    if (opens) groups.push([word]);
    else last.push(word);
  }
  return groups;
}

const partOfWord: Readonly<Record<string, PartName>> = {
  for: 'for',
  to: 'to',
  against: 'against',
  with: 'with',
  about: 'about',
  on: 'about',
  covering: 'about',
  that: 'does',
  which: 'does',
  made: 'is',
  designed: 'is',
  built: 'is',
  suited: 'is',
  ideal: 'is',
  perfect: 'is',
};

/** "For beginners" speaks of the reader, "for stale bread" of the matter. */
const readers =
  /^(?:[\w-]+ )?(?:people|beginners?|members|users|kids|children|adults|developers|families|women|men|students|owners|lovers|fans|readers|runners|hikers|travell?ers|everyone|anyone|those|teams?|freelancers|parents|teachers|gardeners|cooks|bakers|photographers|cyclists|sewists|programmers|professionals|newcomers)\b/i;

function partOf(small: string, phrase: string): PartName | null {
  if (small.toLowerCase() === 'for' && readers.test(phrase)) return 'who';
  return partOfWord[small.toLowerCase()] ?? null;
}

/** A remark such as "interest paid daily" joins the equipment that the description ends with. */
export function addEquipment(complement: Complement, remarks: readonly string[], head: string) {
  const equipment = complement.parts.with;
  if (
    equipment === undefined ||
    / and |,/.test(equipment) ||
    !complement.rest.endsWith(` with ${equipment}`)
  ) {
    return { ...complement, remarks };
  }
  const joining = remarks.find((remark) => readRemark(remark, numberOf(head) === 'many').part === 'with');
  if (joining === undefined) return { ...complement, remarks };
  const more = ` and ${readRemark(joining, false).text}`;
  return {
    ...complement,
    rest: `${complement.rest}${more}`,
    parts: { ...complement.parts, with: `${equipment}${more}` },
    remarks: remarks.filter((remark) => remark !== joining),
  };
}

/** Sorts what stands behind commas into the parts that are still free. */
export function addRemarks({ parts, inRest }: Complement, remarks: readonly string[], many: boolean): Parts {
  const all: Parts = { ...parts };
  for (const remark of remarks) {
    if (remark.split(' ').length > 14) continue;
    const { part, text } = readRemark(remark, many);
    if (all[part] === undefined) all[part] = text;
    else if (part !== 'with') all.note ??= remark;
    else if (inRest.has('with')) all.plus = all.plus === undefined ? text : `${all.plus} and ${text}`;
    else all.with = `${all.with} and ${text}`;
  }
  return all;
}
