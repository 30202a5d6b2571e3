import { lengthen } from './anchor.ts';
import { addEquipment, addRemarks, readComplement } from './english-complement.ts';
import { isBrand, isSmall, nameOf } from './english-name.ts';
import { lowerFirst } from './english-remarks.ts';
import {
  boundaries,
  media,
  properWords,
  qualities,
  remarkVerbs,
  requests,
  sentenceStarts,
  thingNouns,
} from './english-words.ts';
import { labelOffer } from './offer.ts';
import type { Offer } from './offer.ts';

/** Takes an English description apart; `text` is cleaned. */
export function englishOffer(text: string): Offer {
  const [main = '', ...remarks] = segmentsOf(text);
  const all = main.split(' ').filter((word) => !/^[-–—/]$/.test(word));
  const titled = all.length > 2 && /^(?:The|A|An)$/.test(all[0] ?? '') && all.every(isTitleWord);
  const words = titled ? all.slice(1) : withThat(withoutArticle(all));
  const boundary = titled ? words.length : boundaryOf(words);
  if (isSentence(words, boundary)) return sentenceOffer(words, text);
  const proper = titled || isProper(words.slice(0, boundary), words[boundary], words[boundary + 1]);
  const plain = proper ? words.slice(0, boundary) : lowered(words.slice(0, boundary));
  const longer = plain.length === 1 && !proper ? lengthen(plain[0] ?? '', words.slice(1), isSmall) : null;
  const isName = plain.length === 1 && longer === null && isBrand(words[0] ?? '');
  const name = isName ? words.slice(0, 1) : plain;
  const complement = addEquipment(
    readComplement(words.slice(longer?.length ?? boundary), media.has((name.at(-1) ?? '').toLowerCase())),
    remarks,
    name.at(-1) ?? '',
  );
  const core = nameOf(name, longer, complement.tail, proper);
  const many = core.number === 'many';
  return {
    anchor: core.anchor,
    before: titled ? `${all[0]} ` : core.before,
    behind: core.behind,
    rest: complement.rest,
    inRest: complement.inRest,
    parts: addRemarks(complement, complement.remarks, many),
    head: core.head,
    agreement: { two: many ? 1 : 0, four: many ? 3 : 2 },
    label: false,
    keywords: text,
  };
}

function withoutArticle(words: readonly string[]): string[] {
  const rest =
    /^(?:a|an|the|my|our|your)$/i.test(words[0] ?? '') && words.length > 1 ? words.slice(1) : [...words];
  return /^(?:favou?rite|beloved|own|personal)$/i.test(rest[0] ?? '') && rest.length > 1
    ? rest.slice(1)
    : rest;
}

/** "Bottle keeps drinks cold" is a bottle that keeps drinks cold. */
function withThat(words: readonly string[]): string[] {
  const at = words.findIndex(
    (word, index) => index > 0 && plainVerbs.test(word) && words[index + 1] !== undefined,
  );
  const early = words.slice(0, Math.max(0, at)).some((word) => boundaries.has(word.toLowerCase()));
  return at < 0 || early ? [...words] : [...words.slice(0, at), 'that', ...words.slice(at)];
}

const plainVerbs =
  /^(?:keeps|helps|makes|lasts|gives|lets|includes|protects|saves|removes|reduces|prevents|holds|fits|weighs|turns|stops)$/;

/** Cuts at commas and dashes, but keeps "pump, timer and net pots" together; a colon makes a topic of what follows. */
function segmentsOf(text: string): string[] {
  const [all = '', topic] = text.split(/:\s+/, 2);
  const categories = all.split(' ').length <= 3 && topic !== undefined;
  const isMedium = media.has((all.split(' ').at(-1) ?? '').toLowerCase());
  const source = categories
    ? isMedium
      ? `${all} on ${lowerFirst(topic)}`
      : `${all}, ${topic}`
    : text.replaceAll(': ', ', ');
  const raw = source.split(/[,;]\s+|\s+[–—-]\s+/).filter((segment) => segment.trim() !== '');
  const [main = '', ...others] = raw;
  const closing = others.findIndex((segment) => / (?:and|or) /.test(` ${segment} `));
  const listed = others.slice(0, closing + 1);
  const opens = /\b(?:with|on|about|for|of|including|plus) (?:(?!\b(?:and|that)\b).)*$/.test(main);
  if (closing >= 0 && opens && listed.every((segment, index) => joinsList(segment, index === closing))) {
    return [[main, ...listed].join(', '), ...others.slice(closing + 1)];
  }
  return [main, ...others];
}

function joinsList(segment: string, last: boolean): boolean {
  const words = segment.split(' ');
  const first = (words[0] ?? '').toLowerCase();
  return (
    words.length <= (last ? 6 : 3) &&
    !remarkVerbs.has(first) &&
    !qualities.has(first) &&
    !/(?:included|available)$/.test(segment)
  );
}

function boundaryOf(words: readonly string[]): number {
  const at = words.findIndex((word, index) => {
    if (index === 0 || !boundaries.has(word.toLowerCase())) return false;
    return !(word === 'to' && /^[\dA-Z]/.test(words[index + 1] ?? '')) && !words[index - 1]?.endsWith('-');
  });
  return at < 0 ? words.length : at;
}

function isSentence(words: readonly string[], boundary: number): boolean {
  const first = (words[0] ?? '').toLowerCase();
  const asks =
    requests.has(first) &&
    boundary > 1 &&
    !/^(?:light|guide|store|club|shop|book|kit|set|plan|app)s?$/i.test(words[1] ?? '');
  return (
    sentenceStarts.has(first) ||
    (asks && !thingNouns.has((words[1] ?? '').toLowerCase())) ||
    words.some(
      (word, index) =>
        index > 0 && index <= boundary && /^(?:is|are|was|were|will|can|has|have|don't|i|we)$/i.test(word),
    )
  );
}

function sentenceOffer(words: readonly string[], text: string): Offer {
  const howTo = /^how to /i.test(words.slice(0, 3).join(' ')) && words.length >= 4;
  if (howTo) return labelOffer(labelAnchor(words.slice(2)), text, 'how to ');
  return labelOffer(labelAnchor(words), text);
}

function labelAnchor(words: readonly string[]): string {
  if (sentenceStarts.has((words[0] ?? '').toLowerCase())) return 'this recommendation';
  const anchor = words.slice(0, 4);
  while (anchor.length > 2 && isSmall((anchor.at(-1) ?? '').toLowerCase())) anchor.pop();
  return anchor.length >= 2 ? lowerFirst(anchor.join(' ')) : `this ${anchor[0] ?? 'recommendation'}`;
}

/** Names of works, people and products: all capitals, or "Something by Somebody". */
function isProper(name: readonly string[], next: string | undefined, after: string | undefined): boolean {
  if (next === 'by' && /^[A-Z]/.test(after ?? '')) return true;
  return (
    name.length >= 2 &&
    name.every(isTitleWord) &&
    !thingNouns.has((name.at(-1) ?? '').toLowerCase()) &&
    !/^[A-Z]{2,}$/.test(name.at(-1) ?? '')
  );
}

function lowered(name: readonly string[]): string[] {
  const [first = '', second = '', ...others] = name;
  const titled =
    name.length > 1 && name.every((word) => /^[A-Z0-9]/.test(word)) && /^[A-Z][a-z]/.test(second);
  const keeps = titled || properWords.has(first.toLowerCase()) || !/^[A-Z][a-z'’]*(?:-[a-z]+)*$/.test(first);
  const all = second === '' ? others : [second, ...others];
  return [keeps ? first : first.charAt(0).toLowerCase() + first.slice(1), ...all];
}

function isTitleWord(word: string): boolean {
  return /^[A-Z]/.test(word) || /^(?:of|the|and|a|an|in|on|to|for|with|from)$/.test(word);
}
