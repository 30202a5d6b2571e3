import { plainSentences } from '#core/document/words-and-sentences.ts';
import { memoize, type Span } from '#core/lib/helpers.ts';
import { labelOf, type LinkLabels, resolveLabels } from '#core/links/link-labels.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { withoutEntities } from '#core/links/web-address.ts';

import { claimsIn, foreignIn, hostOf, type KnownWords } from './foreign.ts';
import { linksAt, plainTextOf, slicePieces, trimPieces, wordsBesides, type Piece } from './pieces.ts';

/** A writer's text in the form that a version may contain: one line of plain words and selected links. */
export type CleanText = {
  readonly pieces: readonly Piece[];
  /** Addresses and labels in the writer's text that do not belong to a selected link. */
  readonly unknown: readonly string[];
  /** Sentences that were removed because of their content. */
  readonly cut: readonly string[];
  /** Whether the text linked something that is not a selected link. */
  readonly lostLink: boolean;
};

/** Longer texts are not edits and are not read. In UTF-16 units. */
export const textLimit = 12_000;
/** A longer text is not the anchor of a link. In UTF-16 units. */
const anchorLimit = 160;

/**
 * Returns the cleaner of one generation. It turns the text of any writer into plain words and selected links. It
 * removes every sentence that contains an address, a phone number, an instruction or a word of the protocol.
 */
export function createCleaner(labels: LinkLabels, isKnown: KnownWords) {
  return function clean(text: string): CleanText {
    const unescaped = text.replace(escapedBreak, (found) => (isKnown(found) ? found : ' '));
    const resolved = resolveLabels(withoutProtocol(unescaped, labels, isKnown), labels);
    const { pieces, lost, isOpen } = piecesOf(resolved.text, labels.urls, isKnown);
    // A link from the author's own text becomes plain words. Its address is not unknown.
    const strange = [...resolved.unknown, ...lost].filter((address) => !isKnown(address));
    const unknown = new Set(strange);
    const plain = plainTextOf(pieces);
    const besides = claimsIn(wordsBesides(pieces), isKnown);
    const isNew = (span: Span) => !besides.some(({ start, end }) => start < span.end && end > span.start);
    const foreign = [...besides, ...foreignIn(plain, isKnown).filter(isNew)];
    for (const { address } of foreign) if (address !== null) unknown.add(address);
    const bad: Span[] = [
      ...foreign,
      ...badAnchors(pieces, plain, isKnown),
      ...labelsLeft(plain, labels, isKnown),
      ...Array.from(plain.matchAll(/\uE000/gu), ({ index }) => ({ start: index, end: index + 1 })),
    ];
    const cut: string[] = [];
    const kept = bad.length === 0 ? pieces : withoutSentences(pieces, bad, cut);
    return { pieces: trimPieces(kept), unknown: [...unknown], cut, lostLink: isOpen || strange.length > 0 };
  };
}

/** Returns the words of one of the author's sentences, cleaned like the text of a writer. */
export function wordsOfSentence(sentence: string): string {
  const plain = plainWords(sentence.slice(0, textLimit), () => {});
  return plainTextOf(trimPieces([{ text: plain, url: null }]));
}

// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const control = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+|\p{Surrogate}|\p{Co}/gu;
/** Invisible signs that join emoji, or letters of the scripts from Arabic to Sinhala. They stay. */
const joining =
  /(?<=[\p{Extended_Pictographic}\uFE0F\p{EMod}])\u200D(?=\p{Extended_Pictographic})|(?<=[\u0600-\u0DFF])[\u200C\u200D](?=\p{L})/u;
const invisible = new RegExp(
  String.raw`(?!${joining.source})[\p{Cf}\p{Cn}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u2800\uFFFC\uFE00-\uFE0E\u{E0100}-\u{E01EF}]|(?<!\p{Emoji})\uFE0F|(?<=\p{M}{4})\p{M}+`,
  'gu',
);

/** Text whose signs all stay, because none has a special meaning. */
const isPlain = /^[\p{Script=Latin}0-9 .,;:!?'"’‘“”„«»/%€£+=–—…-]*$/u;

/** Returns the text as a reader sees it: with entities resolved and without invisible signs. */
export function visible(text: string): string {
  return withoutEntities(text).replace(control, ' ').replace(invisible, '');
}

/** Removes the marks of the protocol that some models write around their words. */
function withoutProtocol(text: string, labels: LinkLabels, isKnown: KnownWords): string {
  const keep = (found: string) => (isKnown(found.trim()) ? found : '');
  // A URL may contain such marks. Its label stands for it until they are removed.
  const shortened = labels.urls.reduce((left, url, index) => {
    const written = `((${url}))`;
    if (!left.includes(written) || withoutMarks(written, labels.prefix, keep) === written) return left;
    return left.replaceAll(written, `((${labelOf(labels, index)}))`);
  }, text);
  return withoutMarks(shortened, labels.prefix, keep);
}

/** Marks of the protocol and what stands in their place. They are removed in this order. */
const protocolMarks: readonly (readonly [RegExp, string])[] = [
  // The number of a sentence.
  [/(^|[.!?…]["”’)]?[ \t]+)[ \t"“]{0,3}[[{<]\d{1,6}\+?[\]}>][ \t]+/gu, '$1'],
  [/@@[^@\n]{0,60}@@:?[ \t]?/gu, ''],
  [/<\|[^|>\n]{0,80}\|>/gu, ' '],
  // The frames of a difference.
  [/[<>=]{5,}[ \t]*(?:(?:SEARCH|REPLACE|ORIGINAL|UPDATED|HEAD)\b[ \t]*)*/gu, ' '],
];
const counted = String.raw`(?:word )?count:? ?\d{1,3}|~?\d{1,3}[ -](?:words?|wörter|palabras)`;
/** Remarks of a model on its own addition: its length or a reason; `// link 2.` or `← new.` */
const remarks: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<=[.!?…]["”’)*_]{0,4}|\)\))[ \t]*[([](?:${counted}|(?:reason|begründung|razón):)[^()[\]\n]{0,300}[)\]](?=[ \t.]*$)`,
    'giu',
  ),
  /[ \t]+(?:\/\/[ \t]?link[ \t#]{0,2}\d{1,3}|(?:←|<-)[ \t]?(?:new|added|link|neu|nuevo))[ \t.]*$/iu,
];

/** Returns the patterns of labels without an anchor: at the start of the text, behind a link, or behind words. */
const labelsWithoutAnchor = memoize((prefix: string): readonly RegExp[] => {
  const name = String.raw`${prefix}[ \t_-]?\d{1,3}`;
  const named = String.raw`(?:(?:link[ \t]*)?${name}|link[ \t_#-]{0,3}\d{1,3})`;
  const use = `(?:[ ,]+(?:and |${name}|used|once|woven|inserted|here|link)+)*`;
  return [
    new RegExp(String.raw`^\s*${named}\s?[:：.)|–—-]\s+`, 'iu'),
    // The number of the sentence.
    /^\s*(?:sentence|satz|oración|frase)\s{0,2}#?\d{1,5}\s?[:.)–—-]\s+/iu,
    new RegExp(String.raw`(?<=\)\))[ \t]?[[(]${named}[\])]`, 'giu'),
    new RegExp(String.raw`(?<![\])］】([（ \t*])(?<![\])］】*]\s)[ \t]{0,4}\(${named}${use}\)(?!\))`, 'giu'),
    new RegExp(
      String.raw`(?<![\])］】([（*])(?<![\])］】*]\s)[ \t]?[[(（]${named}[\])）](?![)\]([（])`,
      'giu',
    ),
  ];
});

/** Returns a text without the marks of the protocol. Remarks and labels become what `keep` returns for them. */
function withoutMarks(text: string, prefix: string, keep: (found: string) => string): string {
  const bare = protocolMarks.reduce((left, [mark, instead]) => left.replace(mark, instead), text);
  const extras = [...remarks, ...labelsWithoutAnchor(prefix)];
  return extras.reduce((left, extra) => left.replace(extra, keep), bare);
}

/** Line breaks and tabs that a model wrote as two signs. */
const escapedBreak = /(?:\\{1,3}[nrt])+(?=\s|\p{Lu}|\[\[|$)/gu;
/** The anchor of a link without a selected link behind it: `[[words]]`, `[[words]]((description))`. */
const openAnchor = /\[\[([^[\]]{1,300})\]\](?:\s?\(\([^()]{0,300}\)\)|\(#?\))?/gu;

/**
 * Reads markup. Links with one of `urls` stay links. All other links become their words. `isOpen` tells whether one of
 * them had no address.
 */
function piecesOf(text: string, urls: readonly string[], isKnown: KnownWords) {
  const pieces: Piece[] = [];
  const lost: string[] = [];
  let isOpen = false;
  const withoutOpen = (source: string, anchor: string) => {
    if (isKnown(source)) return source;
    isOpen = true;
    return anchor;
  };
  let words = '';
  const note = (address: string) => lost.push(address);
  // Words are cleaned together up to the next link: two harmless stretches may form a tag.
  const close = () => {
    // The end of a sentence may be in the anchor and behind it.
    const plain = plainWords(words.replace(/^([.,;:])\1(?!\1)/u, '$1'), note);
    if (plain !== '') pieces.push({ text: plain, url: null });
    words = '';
  };
  for (const segment of readMarkup(text, urls)) {
    if (segment.type === 'text') {
      words += segment.text.replace(openAnchor, withoutOpen);
      continue;
    }
    if (segment.type === 'unknown') note(segment.url);
    const anchor = segment.type === 'link' ? plainWords(segment.anchor, note).trim() : '';
    if (segment.type === 'link' && /\p{L}/u.test(anchor) && anchor.length <= anchorLimit) {
      close();
      const bare = anchor.replace(/[.,;:]+$/u, '');
      pieces.push({ text: bare, url: segment.url });
      words = anchor.slice(bare.length);
    } else words += segment.anchor;
  }
  close();
  return { pieces, lost, isOpen };
}

const blankAnchor =
  /^(?:your |the |dein |tu )?(?:anchor text|link text|anchor here|ankertext|linktext|texto (?:del|de) enlace|texto ancla|placeholder)(?: here| hier| aquí)?$/iu;

/** Whether the words of a link are a placeholder such as "anchor text". */
export function isBlankAnchor(text: string): boolean {
  return blankAnchor.test(text);
}

/**
 * Finds labels without link markup. Labels that the author wrote do not count, nor those that name a thing ("L2 cache").
 */
function labelsLeft(plain: string, { prefix, urls }: LinkLabels, isKnown: KnownWords): Span[] {
  if (!plain.includes(prefix)) return [];
  const told = String.raw`(?:(?<=[\])][ \t]?[([])|(?<=\b(?:[Ss]ee|[Ll]ink|[Ss]iehe|vía)[ \t])(?=\w+ (?:below|above|here|unten|oben|abajo|arriba)\b))${prefix}\d{1,3}(?![\p{L}\p{N}])`;
  const alone = String.raw`(?<![\p{L}\p{N}])${prefix}\d{1,3}(?![\p{L}\p{N}]|[ \t]\p{Ll})`;
  const label = new RegExp(`${told}|${alone}`, 'gu');
  return [...plain.matchAll(label)].flatMap(({ 0: found, index }) =>
    Number(found.slice(prefix.length)) > urls.length || isKnown(found)
      ? []
      : [{ start: index, end: index + found.length }],
  );
}

/**
 * Finds anchors that are placeholders, that name another address than the link leads to, or that are only a part of an
 * address.
 */
function badAnchors(pieces: readonly Piece[], plain: string, isKnown: KnownWords): Span[] {
  const links = linksAt(pieces);
  const addresses = links.length === 0 ? [] : claimsIn(plain, () => false);
  return links.filter(({ text, url, start, end }) => {
    const own = hostOf(url);
    const isOwn = (words: string) => isKnown(words) && own.includes(words.toLowerCase());
    const isPart = addresses.some(
      (address) => address.start < end && address.end > start && (address.start < start || address.end > end),
    );
    return isPart || isBlankAnchor(text) || claimsIn(text, isOwn).length > 0;
  });
}

/** Returns the pieces without the sentences that touch one of the spans. The removed sentences are added to `cut`. */
function withoutSentences(pieces: readonly Piece[], bad: readonly Span[], cut: string[]): Piece[] {
  return plainSentences(plainTextOf(pieces)).flatMap(({ text, start }) => {
    const end = start + text.length;
    const isBad = bad.some((span) => span.start < end && span.end > start);
    if (isBad) cut.push(text);
    return isBad ? [] : (slicePieces(pieces, start, end) ?? []);
  });
}

/** Stands for marks of a link that do not end, as in an answer that was cut off. No writer's text contains it. */
const unfinished = '\uE000';
const autolink = /<((?:[a-z][a-z0-9+.-]{1,30}:|www\.|[^\s<>@]{1,64}@)[^\s<>]{0,2000})>/giu;
const attribute =
  /<[a-z][^<>]{0,2000}?\b(?:href|src|srcset|action|data|poster)\s{0,3}=\s{0,3}["']?([^\s"'<>]{1,2000})/giu;

/** Signs of markup and the sign in their place. Signs between numbers come first. */
const markupSigns: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d) ?\* ?(?=\d)/gu, '×'],
  [/(?<=\d)~(?=[$€]?\d)/gu, '–'],
  [/[`*\\]|~~+|(?<!\s)~|~(?!\d)/gu, ''],
  [/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ''],
  [/\{[{%]+|[}%]\}+/gu, ''],
  [/\$\$+/gu, '$'],
];

function plainWords(raw: string, unknown: (address: string) => unknown): string {
  if (isPlain.test(raw)) return raw.replace(/ {2,}/gu, ' ');
  const text = visible(raw).replace(
    /!?\[([^[\]]{0,300})\]\(\s{0,8}<?([^()\s<>]{0,2000})>?(?:\s[^()]{0,300})?\)/gu,
    (source: string, anchor: string, found: string) => {
      if (found !== '') unknown(found);
      // The words of an image are no words of a sentence.
      return source.startsWith('!') ? '' : anchor;
    },
  );
  for (const [, address = ''] of text.matchAll(attribute)) unknown(address);
  const words = withUnfinished(withoutTags(text.replace(autolink, ' $1 ')));
  const bare = markupSigns
    .reduce((left, [signs, instead]) => left.replace(signs, instead), words)
    .replace(/[[(（]+/gu, (run) => (run.includes('[') || run.includes('((') ? '(' : run))
    .replace(/[\])）]+/gu, (run) => (run.includes(']') ? ')' : run));
  // The removed signs may have been part of a tag.
  return withoutEntityStarts(bare.replace(/<+(?![\s\d])/gu, '')).replace(/[^\S\u00A0\u202F]+/gu, ' ');
}

/** Returns the text with a sign before the first marks of a link that do not end. */
function withUnfinished(text: string): string {
  const marks = [
    { at: text.indexOf('[[', text.lastIndexOf(']') + 1), begin: /^\p{L}/u },
    { at: text.indexOf('((', text.lastIndexOf(')') + 1), begin: /^(?:[A-Z]\d*$|[A-Z]\d|https?:)/u },
  ].filter(({ at, begin }) => at >= 0 && begin.test(text.slice(at + 2, at + 12)));
  if (marks.length === 0) return text;
  const at = Math.min(...marks.map((mark) => mark.at));
  return text.slice(0, at) + unfinished + text.slice(at);
}

function withoutTags(text: string): string {
  // A `<` before a digit or a space does not open a tag.
  return removed(text, /<!--[^]{0,2000}?-->|<[/!?]?[a-z][^<>]{0,2000}>/giu).replace(/<(?![\s\d])/gu, '');
}

function withoutEntityStarts(text: string): string {
  const entity = /&(?=#?\w{1,32};|#x?\d|(?:lt|gt|amp|quot|copy|reg|nbsp)\b)/giu;
  const bare = removed(text, entity);
  return bare.search(entity) < 0 ? bare : bare.replaceAll('&', '');
}

/** Removes all matches, several times, because the text around a removed match may form another one. */
function removed(raw: string, pattern: RegExp): string {
  let text = raw;
  for (let pass = 0; pass < 8; pass += 1) {
    const bare = text.replace(pattern, '');
    if (bare === text) break;
    text = bare;
  }
  return text;
}
