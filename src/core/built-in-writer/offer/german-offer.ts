import { anchorLimit, lengthen, splitBefore } from './anchor.ts';
import { boundaries, genders, massNouns, plurals } from './german-words.ts';
import type { Gender } from './german-words.ts';
import { labelOffer } from './offer.ts';
import type { Offer, Parts } from './offer.ts';

/** Takes a German description apart; `text` is cleaned. The name stays in the case in which it stands. */
export function germanOffer(text: string): Offer {
  const segments = text.split(/[,;:]\s+|\s+[–—-]\s+/);
  const main = (segments[0] ?? '').split(' ');
  const definite = definiteForm(main);
  if (/^(?:ein|eine|der|die|das|mein|meine|unser|unsere)$/i.test(main[0] ?? '') && main.length > 1)
    main.shift();
  const found = main.findIndex((word, index) => index > 0 && boundaries.has(word.toLowerCase()));
  const boundary = found < 0 ? main.length : found;
  const name = main.slice(0, boundary);
  const relative = relativeClause(segments[1], segments[0] ?? '');
  const remarks = segments.slice(relative === '' ? 1 : 2);
  const { parts, rest } = readComplement(main.slice(boundary));
  const form = definite?.form ?? formOf(name, relative);
  if (form === null || !/^\p{Lu}|^\d/u.test(name.at(-1) ?? '')) return bare(main, boundary, text);
  addRemarks(parts, remarks);
  const lowered = lowerAdjective(name);
  const longer =
    lowered.length === 1 && main[boundary] !== 'um'
      ? lengthen(lowered[0] ?? '', main.slice(boundary), isSmall)
      : null;
  const article = definite?.article ?? articleOf(form);
  const shape = longer === null ? shapeOf(lowered, form) : { lead: '', anchor: longer };
  const left = longer === null ? rest : restAfter(main.slice(boundary), longer.length - 1);
  if (shape === null) return bare(main, boundary, text);
  const kept = longer === null ? parts : withoutWords(parts, left);
  return {
    anchor: shape.anchor.join(' '),
    before: shape.anchor[0]?.startsWith('dies') === true ? '' : `${article}${shape.lead}`,
    behind: '',
    rest: `${left}${relative}`,
    inRest: new Set(
      (['for', 'object', 'to'] as const).filter(
        (part) => kept[part] !== undefined && left.includes(kept[part]),
      ),
    ),
    parts: kept,
    head: lowered.at(-1) ?? '',
    agreement: { two: form.many ? 1 : 0, four: form.many ? 3 : fourOf(form.gender) },
    label: false,
    keywords: text,
  };
}

function articleOf(form: Form): string {
  if (form.many || form.mass) return '';
  return form.gender === 'f' ? 'eine ' : 'ein ';
}

/** "Die besten Kopfhörer" keep their article: the adjective is bent for it. */
function definiteForm(words: readonly string[]): { readonly article: string; readonly form: Form } | null {
  const article = /^(?:Der|Die|Das)$/.exec(words[0] ?? '')?.[0].toLowerCase();
  const adjective = words[1] ?? '';
  if (article === undefined || words.length < 3 || !/^\p{Ll}+en?$/u.test(adjective)) return null;
  const gender = article === 'der' ? 'm' : article === 'die' ? 'f' : 'n';
  const form = adjective.endsWith('en') ? many : ({ gender, many: false, mass: false } as const);
  return { article: `${article} `, form };
}

/** Without a gender nothing can be said about the thing; it is shown as it is described. */
function bare(main: readonly string[], boundary: number, text: string): Offer {
  const name = main.slice(0, Math.max(1, boundary));
  const longer = name.length === 1 ? lengthen(name[0] ?? '', main.slice(boundary), isSmall) : null;
  const anchor = longer ?? (name.length === 1 ? ['Angebot', name[0] ?? ''] : name.slice(0, anchorLimit));
  while (anchor.length > 2 && isSmall(anchor.at(-1) ?? '')) anchor.pop();
  const used = longer === null ? Math.min(name.length, anchorLimit) : longer.length;
  const left = main.slice(used, used + 14);
  return { ...labelOffer(anchor.join(' '), text), rest: left.map((word) => ` ${word}`).join('') };
}

function isSmall(word: string): boolean {
  return (
    boundaries.has(word) ||
    /^(?:und|oder|ein|eine|einen|einem|einer|deine|deinen|deinem|ihre|ihren|sein)$/.test(word)
  );
}

function relativeClause(segment: string | undefined, main: string): string {
  if (
    segment === undefined ||
    !/^(?:der|die|das|den|dem|mit der|mit dem|mit denen|in der|in dem) /.test(segment)
  )
    return '';
  return main.endsWith(',') || segment.split(' ').length > 16 ? '' : `, ${segment}`;
}

type Form = { readonly gender: Gender; readonly many: boolean; readonly mass: boolean };

/** Gender and number by the ending of the adjective, by the noun, or by the relative pronoun. */
function formOf(name: readonly string[], relative: string): Form | null {
  const noun = (name.at(-1) ?? '').toLowerCase();
  const adjective = name.length > 1 ? adjectiveOf(name) : '';
  const last = noun.split('-').at(-1) ?? noun;
  if (name.includes('%') || /\d%$/.test(name[0] ?? '')) return { gender: 'm', many: false, mass: true };
  const mass =
    massNouns.has(last) ||
    /(?:öl|mehl|wachs|seife|pulver|salz|tee|kaffee|papier|garn|wolle|stoff|software|zubehör|dünger|erde|saatgut|futter)$/.test(
      last,
    );
  const known = genderOf(noun);
  const plural = plurals.some((ending) => noun.endsWith(ending));
  if (/(?:en|ern)$/.test(relative) && relative.startsWith(', die ') && (known !== 'f' || plural)) return many;
  if (/^(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|\d+)$/i.test(name[0] ?? '')) return many;
  if (/[^aeiou]er$/.test(adjective)) return { gender: 'm', many: false, mass };
  if (adjective.endsWith('es')) return { gender: 'n', many: false, mass };
  const mayBeMany = adjective.endsWith('e') ? known !== 'f' : known === null;
  if (plural && mayBeMany) return many;
  if (known !== null) return { gender: known, many: false, mass };
  return null;
}

const many: Form = { gender: 'f', many: true, mass: false };

function adjectiveOf(name: readonly string[]): string {
  return name.slice(0, -1).findLast((word) => /^\p{L}[\p{Ll}-]+(?:er|es|e)$/u.test(word)) ?? '';
}

function genderOf(noun: string): Gender | null {
  if (/(?:ung|heit|keit|schaft|tion|tät|enz|anz|ur|ik)$/.test(noun)) return 'f';
  if (/(?:chen|lein)$/.test(noun)) return 'n';
  let best: Gender | null = null;
  let length = 0;
  for (const gender of ['m', 'f', 'n'] as const) {
    for (const ending of genders[gender]) {
      if (ending.length > length && noun.endsWith(ending)) {
        best = gender;
        length = ending.length;
      }
    }
  }
  return best;
}

function fourOf(gender: Gender): 0 | 1 | 2 {
  if (gender === 'm') return 0;
  return gender === 'f' ? 1 : 2;
}

/** Adjectives and numbers before a noun begin small; nouns keep their capital. */
function lowerAdjective(name: readonly string[]): string[] {
  const [first = '', ...others] = name;
  const isWord =
    name.length > 1 &&
    /^\p{Lu}[\p{Ll}-]+$/u.test(first) &&
    /(?:e|er|es|en|el|bar|lich|isch|ig|los|voll|frei|zwei|drei|vier|fünf)$/.test(first);
  return [isWord ? first.charAt(0).toLowerCase() + first.slice(1) : first, ...others];
}

function shapeOf(name: readonly string[], form: Form): { lead: string; anchor: string[] } | null {
  if (name.length === 1) {
    const pointer = form.many || form.gender === 'f' ? 'diese' : form.gender === 'm' ? 'dieser' : 'dieses';
    return { lead: '', anchor: [pointer, name[0] ?? ''] };
  }
  const { before, anchor } = splitBefore(name, (word) => !/^(?:und|oder)$/.test(word));
  return { lead: before.length === 0 ? '' : `${before.join(' ')} `, anchor };
}

function readComplement(words: readonly string[]): { parts: Parts; rest: string } {
  const parts: Parts = {};
  const text = words.join(' ');
  const purpose = /(?:^| )((?:für|gegen|zum|zur|beim) .+?)(?= (?:mit|ohne|aus|inklusive|samt) |$)/.exec(
    text,
  )?.[1];
  const infinitive = /(?:^| )um (.+ zu \p{Ll}+)$/u.exec(text)?.[1];
  if (purpose !== undefined && purpose.split(' ').length <= 12) {
    parts.for = purpose;
    if (
      purpose.startsWith('für ') &&
      !/^für (?:den|einen|alle|Menschen|Leute|Anfänger|Einsteiger|Kinder|\S+innen)/i.test(purpose)
    ) {
      parts.object = purpose.slice('für '.length);
    }
  }
  if (infinitive !== undefined) parts.to = infinitive;
  const rest = words.length > 20 ? words.slice(0, 20).join(' ') : text;
  return { parts, rest: rest === '' ? '' : ` ${rest}` };
}

function addRemarks(parts: Parts, remarks: readonly string[]): void {
  for (const remark of remarks) {
    const words = remark.split(' ');
    if (words.length > 12) continue;
    const small =
      /^\p{Lu}\p{Ll}+$/u.test(words[0] ?? '') &&
      /^(?:Ideal|Perfekt|Geeignet|Passend|Gut|Einfach)$/.test(words[0] ?? '');
    const text = small ? remark.charAt(0).toLowerCase() + remark.slice(1) : remark;
    if (
      /^(?:ideal|perfekt|geeignet|passend|gut|spülmaschinenfest|wasserdicht|waschbar|leicht|faltbar|verstellbar|aufladbar|lieferbar|erhältlich)\b/i.test(
        text,
      )
    ) {
      parts.is ??= text;
    } else parts.note ??= text;
  }
}

function restAfter(words: readonly string[], used: number): string {
  return words
    .slice(used)
    .map((word) => ` ${word}`)
    .join('');
}

/** Parts whose words the anchor has taken are told already. */
function withoutWords(parts: Parts, left: string): Parts {
  const kept: Parts = { ...parts };
  if (kept.for !== undefined && !left.includes(kept.for)) {
    delete kept.for;
    delete kept.object;
  }
  if (kept.to !== undefined && !left.includes(kept.to)) delete kept.to;
  return kept;
}
