import { memoize, withoutFullWidth, type Span } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';

import { versionWord } from './version-names.ts';

/** A stretch of a writer's text that must not reach a version, with the address in it, if there is one. */
type Foreign = Span & { readonly address: string | null };

/**
 * Whether a writer may repeat these words: they are in the author's text, in a description or in the host of a link.
 */
export type KnownWords = (words: string) => boolean;

/**
 * Returns a check for words that the author's text, the descriptions or the hosts of the links contain. The words must
 * not be part of a longer word or address.
 */
export function knownWordsOf(content: string, links: readonly ChosenLink[]): KnownWords {
  let said: string | null = null;
  const isSaid = memoize((wanted: string): boolean => {
    said ??= [content, ...links.flatMap(({ url, description }) => [description, hostOf(url)])]
      .join('\n')
      .toLowerCase();
    for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
      const before = said.slice(Math.max(0, at - 4), at);
      const behind = said.slice(at + wanted.length, at + wanted.length + 2);
      const begins = /(?:^|[^\p{L}\p{N}_~%/?#&=@:.+-]|:\/\/|www\.)$/u.test(before);
      if (begins && !/^[\p{L}\p{N}_~%/?#&=@-]|^\.[\p{L}\p{N}]/u.test(behind)) return true;
    }
    return false;
  });
  return (words) => isSaid(words.toLowerCase());
}

export function hostOf(url: string): string {
  return /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/iu.exec(url)?.[1] ?? '';
}

/** Returns words as alternatives of a pattern. */
function anyOf(words: string): string {
  return words.trim().split(/\s+/u).join('|');
}

/** Schemes of addresses that work without `//`. */
const schemes =
  anyOf(`https? ftp mailto tel sms callto skype whatsapp facetime file blob view-source intent market
  magnet bitcoin xmpp tg`);
/** Top-level domains that programs turn into links. */
const endings =
  anyOf(`com net org info biz edu gov io app dev xyz online site shop store club top link click live icu tech
  page blog space vip zip cloud buzz monster cfd sbs cyou casino wiki museum рф 中国 中國 한국 xn--[a-z\\d-]{1,59} example test`);
/**
 * Those of countries, and those that are words, which a full stop without a space may precede. Some are left out,
 * because they are frequent words or names of files, such as `is`, `il` and `rs`.
 */
const lowerEndings =
  anyOf(`agency bargains berlin coupons digital email guide host life media news pro sale sh shopping tips
  today win world ai co tv de at ch es fr it nl be pl se dk no fi pt uk ie eu us ca au nz br mx ar ru cn jp kr in tr gr cz
  hu ro to ly gl gg cc me za id ph ua ee lt sk bg hr vn sg hk tw lu kz pw tk ae az bd cl cy ec fm gh gt hn ke kw lk mt ng
  pe pk qa th tn uy uz ws zw онлайн сайт укр`);
/** Those that in capitals are no word and no usual abbreviation behind a sentence without a space. */
const capitalEndings = anyOf('DE CH FR NL PL SE DK FI PT CA AU NZ BR MX AR RU CN JP KR TR GR CZ HU CC UA');
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,62})`;
const path = String.raw`(?::\d{1,5})?(?:[/?#][^\s<>"]{0,2000})?`;
const before = String.raw`(?<![\p{L}\p{N}\p{M}@])`;
/** A full stop that is written so that programs do not see the address. */
const hiddenDot = String.raw`[[(](?:\.|dot|punkt|punto)[\])]`;
const behind = String.raw`(?![\p{L}\p{N}\p{M}])`;

// A link, a digit or a letter may stand directly before an address.
const addresses = [
  /(?<![a-z])[a-z][a-z0-9+.-]{1,30}:[/\\]{1,3}[^\s<>"]{0,2000}|https?:[/\\]{1,3}[^\s<>"]{0,2000}/giu,
  /(?<![\p{L}\p{N}:/])\/\/[\p{L}\p{N}][^\s<>"]{1,2000}/gu,
  /\bwww\.[^\s<>"]{1,2000}|www\.[^\s.<>"]{1,63}\.\p{L}{2}[^\s<>"]{0,2000}|\bwww\.?$/giu,
  new RegExp(
    String.raw`(?<![a-z])(?:${schemes})\s?:(?=\S)[^\s<>"]{1,2000}|(?<![a-z])(?:${schemes})\s?:\s*$`,
    'giu',
  ),
  /(?:(?:java|vb)script\s{0,3}:\s{0,3}|(?<![a-z])data\s{0,3}:(?=\S|\s{1,3}[a-z]{1,20}\/)\s{0,3})[^\s<>"]{1,2000}/giu,
  /(?:(?:java|vb)script\s?:|\b(?:java|vb)script)\s*$/giu,
  /[\p{L}\p{N}._%+-]{1,64}(?:@|\s?[[(](?:at|ät)[)\]]\s?)(?:[\p{L}\p{N}\p{M}-]{1,63}\.){1,8}\p{L}{2,63}/gu,
  new RegExp(String.raw`${before}(?:${label}\.){1,8}(?:${endings})${behind}${path}`, 'giu'),
  new RegExp(
    String.raw`${before}(?:${label}\.){0,7}[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{3,62}\.(?:${lowerEndings})${behind}${path}`,
    'gu',
  ),
  // In capitals, both parts are.
  new RegExp(
    String.raw`${before}(?:[\p{Lu}\p{N}-]{1,63}\.){0,7}(?=[\p{N}-]*\p{Lu})[\p{Lu}\p{N}-]{4,63}\.(?:${capitalEndings})${behind}`,
    'gu',
  ),
  // Names of people may have a full stop.
  new RegExp(
    String.raw`(?<=${before}@)(?:${label}\.){1,8}(?:(?:com|net|org)${behind}|\p{L}{2,24}/[^\s<>"]{1,2000})`,
    'giu',
  ),
  new RegExp(
    String.raw`${before}(?:${label}${hiddenDot}){1,8}(?:${endings}|${lowerEndings})${behind}`,
    'giu',
  ),
  new RegExp(String.raw`${before}(?:${label}\.){1,8}\p{L}{2,24}(?::\d{1,5})?/[^\s<>"]{1,2000}`, 'gu'),
  /(?<![\d.])(?<!(?:version|firmware|release|build|\bv)\.?\s?)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])(?::\d{1,5})?(?:\/[^\s<>"]{0,2000})?/giu,
  /\blocalhost(?::\d{1,5})?(?:\/[^\s<>"]{0,2000})?/giu,
];
/** Every address contains one of these. Most sentences contain none. */
const mayHoldAddress = /[@:/\\]|\.\S|[[(](?:dot|punkt|punto)[\])]|www|script|localhost/iu;
/** Names that look like hosts but are not. */
const noHost = /^(?:asp\.net|vb\.net|dr\.in|prof\.in|node\.io|about\.me)$/iu;

/**
 * Phone numbers: with a country code, a leading zero or an area code in brackets, or in the format of North America.
 */
const phones = [
  /(?<![\p{L}\p{N}.,:/+-])(?:\+\d{1,3}|00 ?\d{1,3}|\(0\d{1,4}\)|\(\d{3}\)|0\d{2,5})(?:[ ./-]{0,3}\(?\d{1,8}\)?){1,6}(?![\p{L}\p{N}]|[-./]\d)/gu,
  /(?<![\p{L}\p{N}.,:/-])(?:1[-. ])?\(?\d{3}\)?[-. ]{1,3}\d{3}[-. ]{1,3}\d{4}(?![\p{L}\p{N}]|[-./]\d)/gu,
  /\b(?:call|phone|tel(?:efon)?|ruf\p{L}*|llam\p{L}*|whatsapp)\b[^.!?\n\d]{0,8}\d[\d ./-]{3,20}\d/giu,
];
const phoneDigits = { least: 7, most: 15 };
const date = /\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}/u;
const serial = /(?:ISBN|ISSN|EAN|DOI|SKU|Nr\.|No\.)[-:\d\s]{0,8}$/iu;

const services =
  'telegram|whatsapp|instagram|tiktok|twitter|facebook|signal|discord|snapchat|threads|mastodon';
/** Ways to a stranger that are no addresses: names on services with an invitation, wallets, and codes of shops. */
const writing = anyOf(
  'dm pm message contact text schreib\\p{L}* kontaktier\\p{L}* escr[ií]b\\p{L}* contact[ae]\\p{L}* écrivez',
);
const using = anyOf('[Uu]se [Ee]nter [Aa]pply [Ww]ith [Mm]it [Nn]utz\\p{L}* [Uu]s[ae] [Cc]on [Aa]vec');
const codeWords = anyOf('[Cc]ode [Cc]oupon [Pp]romo [Gg]utschein\\p{L}* [Cc]ódigo [Rr]abattcode');
const invitations = [
  String.raw`@[\p{L}\d_.]{3,32}\b[^.!?\n]{0,12}\b(?:on|auf|en|sur|su|op|na|på)\s(?:${services})\b`,
  String.raw`\b(?:${services})\b[^.!?\n]{0,12}@[\p{L}\d_.]{3,32}`,
  String.raw`(?<![\p{L}\p{N}])(?:${writing})\s(?:[^.!?\n@]{0,16}\s)?@[\p{L}\d_.]{3,32}`,
].map((source) => new RegExp(source, 'giu'));
/** Codes and wallets, whose capitals count. */
const secretCodes = [
  String.raw`(?<![\p{L}\p{N}])(?:0x[\da-fA-F]{40}|(?:bc1|tb1|ltc1)[a-z\d]{25,62}|[13T][1-9A-HJ-NP-Za-km-z]{25,34})(?![\p{L}\p{N}])`,
  String.raw`(?<!\p{L})(?:${using})\s[^.!?\n]{0,16}(?<!\p{L})(?:${codeWords})` +
    String.raw`\s["“„«']?(?=[A-Z]*\d|[A-Z]{5})[A-Z\d]{4,20}(?![\p{L}\p{N}])`,
].map((source) => new RegExp(source, 'gu'));
const mayInvite = /@[\p{L}\d_]{3}|[\p{L}\d]{26}|c(?:ode|oupon|ódigo)|promo|gutschein/iu;

/** Every text that one of the patterns below matches contains one of these words. Finding them first is faster. */
const mayNotBeForReaders = new RegExp(
  anyOf(String.raw`[([…] previous prior above earlier preceding system ignore disregard anweisung regel vorgabe befehl
    ignora olvida prompt model \| im_ @@ version insert replace rest remain unchanged unverändert sin\x20cambios \.\.\.
    sentence satz oración frase here\x20 link enlaces explanation rationale reasoning erklärung begründung explicación`),
  'iu',
);

/** Some words of a sentence: `[words, gap, words]` with at most `gap` characters between them. */
function sentenceOf(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) =>
      typeof part === 'number' ? String.raw`[^.!?\n]{0,${part}}` : String.raw`\b(?:${anyOf(part)})\b`,
    )
    .join('');
}

const texts = anyOf('text content article document section post paragraphs? sentences? story');
/** Words that a user says to a model, that a model says to a user, or that belong to the form of a reply. */
const notForReaders = [
  String.raw`(?<!\b(?:not|never|don['’]t)\s)${sentenceOf(
    'ignore disregard forget override bypass',
    60,
    'previous prior above earlier preceding system',
    40,
    'instructions? rules? prompts? directions? guidelines?',
  )}`,
  String.raw`(?<!\b(?:not|never|don['’]t)\s)\b(?:ignore|disregard) all (?:of )?(?:your |these |the )?(?:instructions?|rules|prompts?)\b`,
  String.raw`(?<!\b(?:nie|niemals|nicht)\s)${sentenceOf(
    'ignorier\\p{L}* vergiss missachte',
    20,
    'alle vorherig\\p{L}* bisherig\\p{L}* obig\\p{L}*',
    30,
    'anweisung\\p{L}* regeln? vorgaben? befehle?',
  )}`,
  String.raw`(?<!\b(?:nunca|no)\s)${sentenceOf(
    'ignora\\p{L}* olvida\\p{L}*',
    30,
    'anterior\\p{L}* previa\\p{L}* todas',
    40,
    'instrucci\\p{L}* reglas? órdenes indicaci\\p{L}*',
  )}`,
  String.raw`\b(?:ignora|olvida)\p{L}* (?:todas )?las (?:instrucciones|reglas) anteriores\b`,
  String.raw`\bsystem prompt\b|\bas an? (?:ai|artificial intelligence|large language)\b[^.!?\n]{0,30}\bmodel\b`,
  String.raw`\blanguage model\b[^.!?\n]{0,40}\bi (?:can|am)\b`,
  String.raw`<\|[^|>\n]{0,80}\|>|\|im_(?:start|end)\||\bim_(?:start|end)\b|@@`,
  String.raw`[[(]?(?:\.{3}|…)?[ \t]?\b(?:rest|remainder|remaining)\b (?:of )?(?:the |your )?(?:${texts})\b` +
    String.raw`[^.!?\n]{0,40}\b(?:unchanged|the same|as (?:is|before|above)|remains?|omitted|continues?)\b`,
  String.raw`[[(](?:\.{3}|…) ?(?:the )?(?:rest|remainder|remaining|remains)\b`,
  String.raw`\b(?:unchanged|unverändert|sin cambios)\b[ \t]?[)\]]`,
  String.raw`(?<!["“„«][^"”“«»]{0,200})[[(](?:\.{3}|…)[\])]`,
  String.raw`[[(][ \t]?(?:continued|truncated|snip|gekürzt|fortsetzung|continúa)[\])]`,
  String.raw`${sentenceOf('follows? behind after replac\\p{L}* insert\\p{L}*', 40)}\b(?:sentence|satz|oración|frase) (?:no\.? ?|nr\.? ?|#)?\d{1,5}\b`,
  String.raw`\bhere (?:are|is) (?:the|your|all)\b[^.!?\n]{0,30}\b(?:edits|(?:revised|rewritten|updated) (?:versions?|text|content|article))\b`,
  String.raw`\b(?:all|alle|todos los) (?:\p{L}+ )?(?:links?|enlaces)\b[^.!?\n]{0,40}\b(?:once|exactly|requested|versions?|genau einmal|una vez)\b`,
  String.raw`(?:^|[[(])\d{1,3} (?:of \d{1,3} )?links? (?:used|woven|inserted|added|included|placed)\b`,
  String.raw`^(?:explanation|rationale|reasoning|erklärung|begründung|explicación)\s?:`,
].map((source) => new RegExp(source, 'giu'));
/** Marks of the protocol, whose capitals count. */
const protocolMarks = [
  String.raw`\bVERSION\s?[:：]\s?\p{L}|\b(?:${versionWord.toUpperCase()}) VERSION\b`,
  String.raw`\b(?:INSERT|REPLACE)[ \t]+[[({<#]?\d{1,7}\+?[\])}>]?[ \t]*[:：|]`,
].map((source) => new RegExp(source, 'gu'));

/** Several words in capitals in a row. */
const capitals = /(?<![\p{L}\p{N}'’-])(?:\p{Lu}{2}[\p{Lu}\p{N}'’-]{0,40}[,:;!]?\s{1,3}){4,40}\p{Lu}{2,40}/gu;
/** More foreign stretches than this are not returned. */
const foundLimit = 40;

/**
 * Returns all foreign stretches of plain words, in no particular order. Words of the author or the links are not
 * foreign.
 */
export function foreignIn(source: string, isKnown: KnownWords): Foreign[] {
  const text = folded(source);
  const found = claimsAt(text);
  if (mayNotBeForReaders.test(text))
    for (const pattern of [...notForReaders, ...protocolMarks])
      for (const match of text.matchAll(pattern)) add(found, match, null);
  if (/\p{Lu}{4}/u.test(text))
    for (const match of text.matchAll(capitals)) if (isShouted(match[0])) add(found, match, null);
  return found.filter(({ start, end }) => !isKnown(source.slice(start, end).trim()));
}

/** Returns the foreign addresses and phone numbers of plain words. */
export function claimsIn(source: string, isKnown: KnownWords): Foreign[] {
  return claimsAt(folded(source)).filter(({ start, end }) => !isKnown(source.slice(start, end).trim()));
}

function claimsAt(text: string): Foreign[] {
  const found = addressesAt(text);
  if ((text.match(/\d/gu)?.length ?? 0) >= phoneDigits.least)
    for (const pattern of phones) for (const match of text.matchAll(pattern)) addPhone(found, match, text);
  if (mayInvite.test(text))
    for (const pattern of [...invitations, ...secretCodes])
      for (const match of text.matchAll(pattern)) add(found, match, addressOf(match[0]));
  return found;
}

/** Replaces full-width signs, letters in circles and unusual full stops, dashes and spaces by ASCII. All offsets stay the same. */
function folded(text: string): string {
  if (!/[^\p{ASCII}]/u.test(text)) return text;
  return withoutFullWidth(text)
    .replace(/[\u24B6-\u24E9]/gu, (sign) => String.fromCharCode(97 + ((sign.charCodeAt(0) - 0x24b6) % 26)))
    .replace(/[\u2024\uFE52\uFF61]|。(?=[a-z])/gu, '.')
    .replace(/[\u00A0\u2007\u2009\u202F]/gu, ' ')
    .replace(/[\u2010-\u2015]/gu, '-');
}

/** Returns the addresses in the text. An address inside one that was found before is left out. */
function addressesAt(text: string): Foreign[] {
  const found: Foreign[] = [];
  if (!mayHoldAddress.test(text)) return found;
  for (const pattern of addresses)
    for (const match of text.matchAll(pattern))
      if (!noHost.test(match[0])) add(found, match, addressOf(match[0]));
  return found;
}

function addPhone(found: Foreign[], match: RegExpExecArray, text: string): void {
  const digits = match[0].replaceAll(/\D/gu, '').length;
  const isSerial = serial.test(text.slice(Math.max(0, match.index - 12), match.index));
  if (digits >= phoneDigits.least && digits <= phoneDigits.most && !date.test(match[0]) && !isSerial)
    add(found, match, match[0].trim());
}

/** Whether at least three of the words are long. A row of short names such as those of agencies is allowed. */
function isShouted(words: string): boolean {
  return words.split(/\s+/u).filter((word) => /^\p{Lu}{4,}/u.test(word)).length >= 3;
}

function add(found: Foreign[], { 0: words, index: start }: RegExpExecArray, address: string | null): void {
  const end = start + words.length;
  if (words === '' || found.length >= foundLimit) return;
  const isPart = found.some((other) => other.start <= start && other.end >= end);
  if (!isPart) found.push({ start, end, address });
}

/** Returns an address without the punctuation of the sentence around it. */
function addressOf(found: string): string {
  return found.trim().replace(/[.,;:!?)\]}'"”’»*_]+$/u, '') || found;
}

/** The addresses of links in Markdown, of definitions and of attributes, each with a group. */
const destination = new RegExp(
  [
    String.raw`\]\(\s{0,8}<?([^\s()<>]{1,2000})`,
    String.raw`^[ \t>*+-]{0,12}\[[^\]\n]{1,300}\]:[ \t]{0,8}<?([^\s<>]{1,2000})`,
    String.raw`\b(?:href|src|srcset|action|data|poster)\s{0,3}=\s{0,3}["']?([^\s"'<>]{1,2000})`,
  ].join('|'),
  'gimu',
);

/** Returns the addresses in the markup and the words of a whole text, without those of the author and the links. */
export function addressesIn(text: string, isKnown: KnownWords): string[] {
  const found = [...text.matchAll(destination)].map(([, ...groups]) => groups.find(Boolean) ?? '');
  const bare = addressesAt(folded(text)).map(({ address }) => address ?? '');
  return [...new Set([...found, ...bare])].filter((address) => address !== '' && !isKnown(address));
}
