import { withoutEntities } from '#core/links/web-address.ts';

import { disclosureWords, japanese, roles } from '#core/language/disclosure-words.ts';

/** The sign of the role of each word of a language. */
type Signs = ReadonlyMap<string, string>;

const allRoles = Object.entries(roles);
const languages: readonly Signs[] = Object.values(disclosureWords).map(signsOf);

function signsOf(words: Readonly<Record<string, string | undefined>>): Signs {
  const signs = allRoles.flatMap(([role, sign]) =>
    (words[role]?.split(' ') ?? []).map((word): [string, string] => [word, sign]),
  );
  return new Map([
    ...['amazon', 'amazona', 'amazons'].map((word): [string, string] => [word, roles.amazon]),
    ...signs,
  ]);
}

/** The languages in which each disclosure with this word may be. All disclosures have such a word. */
const tellingIn = new Map<string, Signs[]>();
for (const signs of languages)
  for (const [word, sign] of signs)
    if (/[AaFSdmMRK]/u.test(sign)) tellingIn.set(word, [...(tellingIn.get(word) ?? []), signs]);

/** Matches how telling words start. */
const tellingStart = new RegExp(startsOf(/[AaFSdmMR]/u).join('|'), 'gu');
const japaneseWord = new RegExp(japanese.telling.join('|'), 'u');

/** Whether a sentence of the text may be a disclosure: one of its words starts like a telling one. */
function mayDisclose(text: string): boolean {
  for (const { index } of text.matchAll(tellingStart))
    if (!/[\p{L}\p{N}\p{M}]/u.test(text.charAt(index - 1))) return true;
  return japaneseWord.test(text);
}

/** Returns how the words of these roles begin. Shorter words alone tell nothing. */
function startsOf(role: RegExp): string[] {
  const words = languages.flatMap((signs) =>
    [...signs].flatMap(([word, sign]) => (role.test(sign) ? word : [])),
  );
  const starts = words.map((word) => word.slice(0, 5)).filter((start) => /.{4}|\P{ASCII}/u.test(start));
  return [...new Set(starts)].toSorted();
}

// Patterns of sentences. Each sign stands for a word, `e` for any other word, and `:` for a sign of punctuation.

/** Words for paid links, also with one other word between them, as in "liens d’affiliation". */
const links = '(?:A|[aFm]l|[aF]el|le?[aF])';
/** What a text is or contains, but not "ad-free" and no "ad agency". */
const advertising = '(?:d|S)(?![elNp])';
const before = '(?<![qf])';

const statements = [
  // "This post may contain affiliate links."
  `${before}t[ekxt]{0,2}p[^nqfy]{0,8}[ci][^nqfv]{0,3}(?:${links}|${advertising})`,
  // "This is a sponsored post."
  `${before}t[ekx]{0,2}i[ekx]{0,2}(?:S|d(?![elNp]))`,
  // "Inlägget innehåller reklam", "Links im Beitrag sind Werbelinks."
  `^:?(?:p[^nqfy]{0,2}c|l[^nqf]{0,3}p[^nqf]{0,3}i)[^nqfv]{0,3}(?:${links}|${advertising})`,
  // "Some links on this page are affiliate links."
  `${before}(?:t[^nqf]{0,6}l|l[^nqf]{0,6}[tk]|k[^nqf]{0,4}l)[^nqfw]{0,8}i[^nqfv]{0,4}(?:${links}|F(?![elNp])|${advertising})`,
  // "Affiliate links are used on this page", "Affiliate links have an asterisk."
  `^[^qf]*${links}[^nqf]{0,4}(?:k|t[^nqf]?p)`,
  // "* Affiliate link: …"
  `^k:?${links}:`,
  // "I use affiliate links."
  `^[^qf]*w[^nqfy]{0,3}c[^nqf]{0,2}${links}`,
  // "As an Amazon Associate I earn from qualifying purchases."
  `s[^nqf]{0,3}(?:z[^nqf]{0,4}[aF]|[aF][^nqf]{0,2}z)[^nqfy]{0,3}(?:w[^nqfy]{0,3}g|g[^nqfy]{0,2}w|G)`,
  `w[^nqfy]{0,4}z[aF][^nqfy]{0,4}g`,
  `(?:^|[tpwi])[^nqfy]{0,3}u(?:[^nq]{0,6}z[^nq]{0,4}[aF]|[^nq]{0,4}[aF][^nq]{0,3}z)`,
  // "Anzeige: in Kooperation mit …"
  `^k?[xd]?[dS]:.{0,15}K`,
  // "Sponsored by …"
  `^Sv.{1,5}$`,
];

const statement = new RegExp(statements.join('|'), 'u');

/** "I earn a commission", in the orders of the languages. */
const earnings = new RegExp(
  [
    `(?<!q.{0,2})(?:w|t[et]?p)[^nqyf]{0,5}[gi](?:[^nq]{0,12}m|[^nqyf]{0,6}[MR])`,
    `G(?:[^nq]{0,12}m|[^nqyf]{0,6}[MR])`,
    `(?<!q.{0,2})g[^nqyf]{0,9}w[^nqyf]{0,9}[mMR]`,
    `P[^nqyf]{0,3}w[^nqyf]{0,6}[mMR]`,
    `(?<!q.{0,2})w[^nqyf]{0,6}[mM][^nqyf]{0,3}g`,
    `m[^nqyf]{0,6}(?:G|g[^nqyf]?w|w[^nqyf]?g)`,
    `t[^nqf]{0,3}l.{0,14}g[^nqf]{0,5}m|g[^nqf]{0,5}m.{0,14}b.{0,8}t[^nqf]{0,3}l`,
  ].join('|'),
  'u',
);
/** What is earned for: links, or what the reader buys. */
const reason = new RegExp(`${links}|l.*[tby]|[tby].*l|y.*b|b.*y`, 'u');

/** A line of these words alone is a label. Links that are paid are one only beside an asterisk or "contains". */
const label = new RegExp(
  `^(?:[kxc:]*[dS](?:[dSkxc:p]|${links})*|p?S|[xR]K|K[xR]|(?:k:?|c)${links}|${links}k)$`,
  'u',
);

/** Whether a paragraph is a disclosure: one of its sentences is, or its first line is a label such as "Werbung". */
export function isDisclosure(text: string): boolean {
  const [first = ''] = text.trimStart().split(/[\r\n]/u, 1);
  return (mayBeLabel(first) && isLabel(first)) || hasDisclosure(text);
}

/**
 * Whether a sentence tells that its author earns by links, or that the text is an advertisement. A sentence about such
 * links does not.
 *
 * @param text may have markup
 */
export function hasDisclosure(text: string): boolean {
  const small = text.toLowerCase();
  if (!mayDisclose(small)) return false;
  return sentencesOf(small).some(discloses);
}

/** In UTF-16 units, and in words with their marks. Most lines are longer, and need no closer look. */
const [longestLabel, mostWords] = [90, 12];

function mayBeLabel(line: string): boolean {
  return line.length <= longestLabel && line.split(' ', mostWords + 1).length <= mostWords;
}

/** What stands for an asterisk before the words of a label: brackets around them, or the sign of a tag. */
const labelStart = /^[\s>*]*(?:\*(?=[^*]*$)|\((?=[^()]*\)[\s*.]*$)|#(?=\S))/u;

function isLabel(line: string): boolean {
  if (japanese.label.test(line.replace(/[\s*_【】［］[\]()（）《》#:：]/gu, ''))) return true;
  const words = wordsIn(withoutMarkup(line).replace(labelStart, '* ').toLowerCase());
  return words.length <= 8 && languagesOf(words).some((signs) => label.test(readSigns(words, signs)));
}

const wordsIn = (text: string): readonly string[] => text.match(token) ?? [];

/** Returns the languages in which one of the words is a telling one. */
function languagesOf(words: readonly string[]): Signs[] {
  return [...new Set(words.flatMap((word) => tellingIn.get(word) ?? []))];
}

function readSigns(words: readonly string[], signs: Signs): string {
  return words.map((word) => marks.get(word) ?? signs.get(word) ?? 'e').join('');
}

/** A word, an asterisk that is no emphasis, or a sign between parts of a sentence. */
const token = /[\p{L}\p{N}\p{M}]+|\*(?=[\s)=:,])|[:|/–—=]/gu;
const marks = new Map([
  ['*', roles.asterisk],
  ...':|/–—='.split('').map((mark): [string, string] => [mark, ':']),
]);

function withoutMarkup(text: string): string {
  return withoutEntities(
    text.replace(/<\/?[a-z][^<>]{0,300}>|\]\([^()\n]{0,300}\)|https?:\/\/\S{1,300}/giu, ' '),
  );
}

/** Cuts a text into sentences, without markup and longer quotations. Very long sentences are read in parts. */
function sentencesOf(text: string): string[] {
  const words = withoutMarkup(text.replace(labelStart, '* ')).replace(
    /["“„«][^"“”„«»\n]{24,300}["”“»]/gu,
    ' ',
  );
  return words.match(/[^.!?。！？]{1,700}[.!?。！？]?/gu) ?? [];
}

function discloses(sentence: string): boolean {
  if (!mayDisclose(sentence) || sentence.endsWith('?')) return false;
  if (japanese.contains.test(sentence) || japanese.earns.test(sentence)) return true;
  const words = wordsIn(sentence);
  return languagesOf(words).some((signs) => {
    // "At no cost to you" and "not sponsored" deny nothing.
    const read = readSigns(words, signs).replace(/n[en]{0,2}C(?:[ev]?y)?|nS/gu, 'e');
    return statement.test(read) || (earnings.test(read) && reason.test(read));
  });
}
