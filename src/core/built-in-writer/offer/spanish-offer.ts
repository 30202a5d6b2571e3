import { anchorLimit, lengthen } from './anchor.ts';
import { labelOffer } from './offer.ts';
import type { Offer, Parts } from './offer.ts';
import { boundaries, feminine, masculine, massNouns, readers, smallWords } from './spanish-words.ts';

/** Takes a Spanish description apart; `text` is cleaned. */
export function spanishOffer(text: string): Offer {
  const [all = '', ...remarks] = text.split(/[,;:]\s+|\s+[–—-]\s+/);
  const main = all.split(' ');
  const best = /^(?:el|la|los|las) (?:mejor|mejores) /i.test(all) ? `${main[0]?.toLowerCase()} ` : '';
  if (/^(?:un|una|unos|unas|el|la|los|las|mi|tu|nuestro|nuestra)$/i.test(main[0] ?? '') && main.length > 1)
    main.shift();
  const found = main.findIndex((word, index) => index > 0 && boundaries.has(word.toLowerCase()));
  const boundary = found < 0 ? main.length : found;
  const name = lowered(main.slice(0, boundary));
  const counted = /^(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|\d+)$/.test(name[0] ?? '');
  const noun = (counted || best !== '' ? name[1] : name[0]) ?? '';
  const form = formOf(noun, name.slice(1));
  if (
    form === null ||
    /^(?:aprende|descubre|compra|prueba|consigue|mira|lee|este|esta|esto|es|yo|me)$/.test(name[0] ?? '')
  ) {
    return bare(main, text);
  }
  const anchor = anchorOf(name, main.slice(boundary), form);
  const left = main.slice(anchor.used);
  const { parts, rest } = readComplement(left, boundary - anchor.used);
  addRemarks(parts, remarks);
  const article = counted || form.many || form.mass || anchor.pointed ? '' : form.feminine ? 'una ' : 'un ';
  const behind = left.slice(0, Math.max(0, boundary - anchor.used));
  return {
    anchor: anchor.words.join(' '),
    before: best === '' ? article : best,
    behind: behind.map((word) => ` ${word}`).join(''),
    rest,
    inRest: new Set(
      (['for', 'who', 'with', 'about', 'against', 'does'] as const).filter(
        (part) => parts[part] !== undefined,
      ),
    ),
    parts,
    head: noun,
    agreement: { two: form.many ? 1 : 0, four: form.feminine ? (form.many ? 3 : 1) : form.many ? 2 : 0 },
    label: false,
    keywords: text,
  };
}

function bare(main: readonly string[], text: string): Offer {
  const anchor = main.slice(0, anchorLimit);
  while (anchor.length > 2 && smallWords.has((anchor.at(-1) ?? '').toLowerCase())) anchor.pop();
  const rest = main
    .slice(anchor.length, anchor.length + 14)
    .map((word) => ` ${word}`)
    .join('');
  if (anchor.length === 1) return labelOffer(`oferta ${anchor[0] ?? ''}`, text);
  return { ...labelOffer(anchor.join(' '), text), rest };
}

function lowered(name: readonly string[]): string[] {
  const [first = '', ...others] = name;
  const titled = others.length > 0 && others.every((word) => /^\p{Lu}/u.test(word));
  return [titled || !/^\p{Lu}\p{Ll}+$/u.test(first) ? first : first.toLowerCase(), ...others];
}

type Form = { readonly feminine: boolean; readonly many: boolean; readonly mass: boolean };

/** Gender and number of the first noun, by its ending or by the adjective behind it. */
function formOf(noun: string, behind: readonly string[]): Form | null {
  const word = noun.toLowerCase();
  const many = /[^s]s$/.test(word) && !/^(?:gas|virus|tenis|bus|análisis|oasis)$/.test(word);
  const single = many
    ? word
        .replace(/ces$/, 'z')
        .replace(/([^aeiouáéíóú])es$/, '$1')
        .replace(/s$/, '')
    : word;
  const mass = massNouns.has(word);
  if (feminine.has(single)) return { feminine: true, many, mass };
  if (masculine.has(single)) return { feminine: false, many, mass };
  if (/(?:a|ci[oó]n|si[oó]n|dad|tad|tud|umbre)$/.test(single)) return { feminine: true, many, mass };
  if (
    /(?:o|or|aje|[oó]n|[ií]n|[aá]n|ar|al|el|il|ete|ote|ador|edor|ble|éfono|app|kit|set|pack|libro|curso|plan|reloj|ebook)$/.test(
      single,
    )
  ) {
    return { feminine: false, many, mass };
  }
  const adjective = behind.find((next) => /(?:o|a|os|as)$/.test(next) && !smallWords.has(next));
  if (adjective !== undefined && behind[0] === adjective)
    return { feminine: /as?$/.test(adjective), many, mass };
  return /^\p{Lu}/u.test(noun) || !single.endsWith('e') ? null : { feminine: false, many, mass };
}

/** The first words of the name, up to four, ending where it makes sense. */
function anchorOf(name: readonly string[], following: readonly string[], form: Form) {
  if (name.length === 1) {
    const longer = lengthen(name[0] ?? '', following, (word) => boundaries.has(word) || smallWords.has(word));
    if (longer !== null) return { words: longer, used: longer.length, pointed: false };
    const pointer = form.many ? (form.feminine ? 'estas' : 'estos') : form.feminine ? 'esta' : 'este';
    return { words: [pointer, name[0] ?? ''], used: 1, pointed: true };
  }
  const words = name.slice(0, anchorLimit);
  while (words.length > 2 && (smallWords.has(words.at(-1) ?? '') || /^\d/.test(words.at(-1) ?? '')))
    words.pop();
  return { words, used: words.length, pointed: false };
}

/** Purpose, equipment, topic or relative clause; `skip` words still belong to the name. */
function readComplement(left: readonly string[], skip: number): { parts: Parts; rest: string } {
  const parts: Parts = {};
  const text = left.slice(Math.max(0, skip)).join(' ');
  const quality = /^(?:ideal|ideales|perfect[oa]s?) /.test(text);
  if (quality) parts.is = text;
  const groups = quality ? [] : text.split(/ (?=(?:para|con|contra) )/);
  const that = /^que (.+)$/.exec(text)?.[1];
  if (that !== undefined) {
    if (!/^(?:se|te|lo|la|los|las|no|tú|usted|puedes|podrás|el|un|una|tu)\b/.test(that)) parts.does = that;
  } else {
    for (const group of groups) {
      const [small = '', ...others] = group.split(' ');
      const phrase = others.join(' ');
      if (phrase === '' || others.length > 16) continue;
      if (small === 'para' && readers.test(phrase)) parts.who ??= phrase;
      else if (small === 'para') parts.for ??= phrase;
      if (small === 'con') parts.with ??= phrase;
      if (small === 'contra') parts.against ??= phrase;
      if (small === 'sobre') parts.about ??= phrase;
    }
  }
  return { parts, rest: text === '' ? '' : ` ${text}` };
}

function addRemarks(parts: Parts, remarks: readonly string[]): void {
  for (const remark of remarks) {
    if (remark.split(' ').length > 12) continue;
    const text = /^\p{Lu}\p{Ll}+ /u.test(remark) ? remark.charAt(0).toLowerCase() + remark.slice(1) : remark;
    if (
      /^(?:ideal|ideales|perfect[oa]s?|apt[oa]s?|adecuad[oa]s?|disponibles?|lavables?|plegables?|recargables?|impermeables?|fáciles|fácil)\b/.test(
        text,
      )
    ) {
      parts.is ??= text;
    } else if (text.startsWith('con ')) parts.with ??= text.slice(4);
    else parts.note ??= text;
  }
}
