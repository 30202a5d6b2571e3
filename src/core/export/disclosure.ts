import { htmlLinesOf, lineEndOf, readBlocks, type RawBlock } from '#core/document/blocks.ts';
import { parseDocument } from '#core/document/document.ts';
import type { TextFormat } from '#core/document/text-format.ts';
import { containerElements, paragraphElements } from '#core/document/html-elements.ts';
import { detectLanguage, type Language } from '#core/language/language.ts';
import { blankLine, overlapping } from '#core/lib/helpers.ts';

import { escapeHtml, escapeMarkdown } from './escape.ts';
import { htmlPieces } from './html-pieces.ts';

/** The language of a content for its disclosure. `other` is any language without a default of its own. */
export type DisclosureLanguage = Language | 'other';

/** The texts that users chose or wrote instead of the default, by the language of the content. */
export type DisclosureTexts = { readonly [L in DisclosureLanguage]?: string | undefined };

/** The longest text of the user's own, in UTF-16 units. */
export const disclosureLimit = 300;

/** A text with the authority, law or country that asks for it. */
type ReadyDisclosure = {
  readonly by: 'ftc' | 'asa' | 'german-werbung' | 'german-anzeige' | 'spain';
  readonly language: Language;
  readonly words: string;
};

function ready(by: ReadyDisclosure['by'], language: Language, words: string): ReadyDisclosure {
  return { by, language, words };
}

/**
 * Ready texts. The first one in a language is its default. The FTC gives its wording in the answers on 16 CFR 255; the
 * ASA asks for "Ad" and not for "affiliate"; § 5a UWG and § 6 DDG ask for a clear word, such as "Werbung" or "Anzeige".
 */
export const readyDisclosures: readonly ReadyDisclosure[] = [
  ready('ftc', 'en', 'I get commissions for purchases made through links in this post.'),
  ready('asa', 'en', 'Ad: I get a commission if you buy through links in this post.'),
  ready(
    'german-werbung',
    'de',
    'Werbung: Für Käufe über Links in diesem Beitrag erhalte ich eine Provision.',
  ),
  ready(
    'german-anzeige',
    'de',
    'Anzeige: Für Käufe über Links in diesem Beitrag erhalte ich eine Provision.',
  ),
  ready(
    'spain',
    'es',
    'Publicidad: recibo comisiones por las compras que se hacen a través de los enlaces de esta publicación.',
  ),
];

const amazonSentences: Readonly<Record<Language, string>> = {
  en: 'As an Amazon Associate I earn from qualifying purchases.',
  de: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  es: 'En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas que cumplen los requisitos aplicables.',
};

export function disclosureLanguageOf(content: string): DisclosureLanguage {
  return detectLanguage(content) ?? 'other';
}

export function defaultDisclosure(language: DisclosureLanguage): string {
  const wanted = language === 'other' ? 'en' : language;
  return readyDisclosures.find((each) => each.language === wanted)?.words ?? '';
}

export function readyDisclosureOf(words: string): ReadyDisclosure | null {
  return readyDisclosures.find((each) => each.words === words) ?? null;
}

/**
 * Returns the notice that readers see before the first of these links. Null: there are no links. A ready text is
 * followed by Amazon's own sentence if one of the links leads there. A text of the user's own stands alone.
 */
export function disclosureFor(
  urls: readonly string[],
  language: DisclosureLanguage,
  texts: DisclosureTexts,
): string | null {
  if (urls.length === 0) return null;
  const words = disclosureWords(texts[language] ?? '') ?? defaultDisclosure(language);
  const amazon = readyDisclosureOf(words) === null ? null : amazonSentenceFor(urls, words, language);
  return amazon === null ? words : `${words} ${amazon}`;
}

/** Returns the sentence that Amazon requires, in the language of the words. Null: no link leads there. */
export function amazonSentenceFor(
  urls: readonly string[],
  words: string,
  language: DisclosureLanguage,
): string | null {
  if (!urls.some(isAmazonAddress)) return null;
  return amazonSentences[readyDisclosureOf(words)?.language ?? (language === 'other' ? 'en' : language)];
}

/** Lone surrogates, noncharacters, and signs that change the direction of the text behind them. */
const unwritable = /\p{Surrogate}|\p{Noncharacter_Code_Point}|[\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a text of the user's own on one line, or null if it has no letter and no number for readers to see. */
export function disclosureWords(text: string): string | null {
  const words = text
    .slice(0, disclosureLimit)
    .replace(unwritable, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(words) ? words : null;
}

const amazonHost =
  /(?:^|\.)(?:amazon\.(?:[cs]a|ae|be|cn|co\.(?:jp|uk|za)|com(?:\.(?:au|be|br|mx|tr))?|de|eg|es|fr|ie|in|it|nl|pl|se|sg)|amzn\.(?:asia|com|eu|to)|a\.co)$/u;

/** Whether the address leads to one of Amazon's shops or to Amazon's own short links, as a browser reads it. */
function isAmazonAddress(url: string): boolean {
  return amazonHost.test(hostOf(url));
}

/** Returns the host as a browser reads it: `\` ends it like `/`, and the part before `@` is left out. */
function hostOf(url: string): string {
  const authority = /^https?:\/\/([^/?#\\]*)/iu.exec(url)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/u, '');
  try {
    return decodeURIComponent(host).normalize('NFKC').toLowerCase().replace(/\.$/u, '');
  } catch {
    return '';
  }
}

/** A noncharacter that stands for the words of the disclosure until everything else is written. */
export const disclosureSign = '\uFDD5';

/** Replaces the sign by the words of the disclosure. Null: there is no disclosure, and the text stays as it is. */
export function putDisclosure(text: string, disclosure: string | null, format: TextFormat): string {
  return disclosure === null ? text : text.replace(disclosureSign, () => writtenWords(disclosure, format));
}

/** Writes words of one line in this format so that they read back as the same words. */
export function writtenWords(words: string, format: TextFormat): string {
  if (format === 'plain') return words;
  return format === 'html' ? escapeHtml(words) : escapeMarkdown(words).replace(autolinkSigns, '\\$&');
}

/** Many readers of Markdown make links of bare addresses, but not if one of these signs is escaped. */
const autolinkSigns = /:(?=\/\/)|(?<=www)\.|@/giu;

/**
 * Returns the paragraph of the disclosure.
 *
 * @param words as they are written in this format
 * @param text the version. The paragraph gets the same kind of line ends and blocks.
 */
export function disclosureParagraph(words: string, text: string, format: TextFormat): string {
  const end = lineEndOf(text);
  if (format === 'plain') return words + end + end;
  if (format === 'markdown') return `*${words}*${end}${end}`;
  const paragraph = `<p><em>${words}</em></p>`;
  if (!text.includes('<!-- wp:')) return /[\r\n]/u.test(text) ? paragraph + end : paragraph;
  return `<!-- wp:paragraph -->${end}${paragraph}${end}<!-- /wp:paragraph -->${end}${end}`;
}

/**
 * Returns where the disclosure stands: directly below the title if the text begins with one, else at the top. It never
 * stands behind the first link.
 *
 * @param firstLink the offset of the first link
 */
export function disclosureStart(text: string, firstLink: number, format: TextFormat): number {
  return blockStartAt(text, Math.min(firstLink, openingOf(text, format) ?? firstLink), format);
}

/** Returns the offset of the first words that follow the title and what precedes it. Null: there are none. */
function openingOf(text: string, format: TextFormat): number | null {
  if (format === 'html') return htmlOpening(text);
  if (format === 'plain') return plainTitle.exec(text)?.[0].length ?? text.search(/\S/u);
  // Front matter and imports stand above the title, and attributes may stand below it.
  const blocks = readBlocks(text, false).blocks.filter(({ kind }) => kind !== 'other');
  const { kind, start = 0, end = 0 } = blocks[0] ?? {};
  const isTitle = kind === 'heading' || htmlTitle.test(text.slice(start, end));
  return blocks[isTitle ? 1 : 0]?.start ?? null;
}

/** Matches a first line without a full stop, with a blank line below it. */
const plainTitle = /^\s*[^\r\n]{1,100}(?<![.!?:;,…。\s])[ \t]*(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)\s*(?=\S)/u;

const htmlTitle = /^\s*<h[1-6][\s>][^]*<\/h[1-6]>\s*$/iu;

function htmlOpening(text: string): number | null {
  const words = firstOpenWords(text);
  if (words === null) return null;
  let at = 0;
  let title: number | null = null;
  for (const piece of htmlPieces(text)) {
    if (at >= words) break;
    const isHeading = piece.kind !== 'text' && headings.has(piece.name);
    // A second heading belongs to the words below it.
    if (isHeading && !piece.closes && title !== null) return at;
    at += piece.source.length;
    if (isHeading && piece.closes) title ??= at;
  }
  if (title === null) return words;
  // The words below a tag of a template may be shown to some readers only.
  const from = title;
  const template = readBlocks(text, true).constructs.find(
    ({ kind, start }) => kind !== 'tag' && from <= start && start < words && !text.startsWith('<!--', start),
  );
  return template?.start ?? words;
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Returns the offset of the first words of HTML outside headings and outside what is closed to additions. */
function firstOpenWords(text: string): number | null {
  for (const { kind, sentences, opaque, after } of parseDocument(text, true).blocks) {
    if (after < 0 || (kind !== 'prose' && kind !== 'list')) continue;
    for (const { start, end, guarded } of sentences)
      for (const { index } of guarded ? [] : text.slice(start, end).matchAll(/[\p{L}\p{N}]/gu))
        if (overlapping(opaque, { start: start + index, end: start + index + 1 }).length === 0)
          return start + index;
  }
  return null;
}

/** Returns the start of the block that contains the offset. A paragraph may be inserted there. */
function blockStartAt(text: string, offset: number, format: TextFormat): number {
  if (format === 'html') return htmlBlockStart(text, offset);
  if (format === 'plain') return paragraphStart(text, 0, offset);
  const { blocks } = readBlocks(text, false);
  const html = new Set(htmlLinesOf(text, blocks).map(({ end }) => end));
  const isOpen = blocks.map(({ kind, end }) => html.has(end) || open.has(kind));
  let at = blocks.findLastIndex(({ start }) => start <= offset);
  while (at > 0 && isOpen[at - 1] === true && !isApart(text, blocks[at - 1], blocks[at])) at -= 1;
  return blocks[at]?.start ?? 0;
}

/** Kinds of blocks that a line of text directly below them continues, as it does HTML of any kind. */
const open = new Set<RawBlock['kind']>(['flow', 'list', 'quote', 'table']);
const blankLines = new RegExp(blankLine, 'gu');

function isApart(text: string, above?: RawBlock, below?: RawBlock): boolean {
  return text.slice(above?.end, below?.start).search(blankLines) >= 0;
}

function htmlBlockStart(text: string, offset: number): number {
  let at = 0;
  let atom: { readonly name: string; readonly start: number } | null = null;
  let depth = 0;
  let loose = 0;
  for (const piece of htmlPieces(text)) {
    if (at >= offset) break;
    const start = at;
    at += piece.source.length;
    if (piece.kind === 'text') continue;
    const { name, closes } = piece;
    // A paragraph without an end tag ends where another block begins.
    if (atom?.name === 'p' && !closes && (paragraphElements.has(name) || containerElements.has(name)))
      atom = null;
    if (atom === null) {
      // A blank line in a comment or a script begins no paragraph.
      if (piece.source.search(blankLines) >= 0) loose = at;
      if (paragraphElements.has(name) && !closes) [atom, depth] = [{ name, start }, 1];
      else if (paragraphElements.has(name) || containerElements.has(name)) loose = at;
    } else if (name === atom.name) {
      depth += closes ? -1 : 1;
      if (depth === 0) [atom, loose] = [null, at];
    }
  }
  const start = atom?.start ?? paragraphStart(text, loose, offset);
  // WordPress puts a comment before each block. It belongs to the block.
  const before = text.slice(Math.max(0, start - 420), start);
  return start - (/<!-- wp:[a-z][^\n]{0,400}-->\s{0,8}$/u.exec(before)?.[0].length ?? 0);
}

/** Returns the start of the paragraph between blank lines, not before `from`. */
function paragraphStart(text: string, from: number, offset: number): number {
  let start = from;
  for (const gap of text.slice(from, offset).matchAll(blankLines)) start = from + gap.index + gap[0].length;
  return start + (/^\s*/u.exec(text.slice(start, offset))?.[0].length ?? 0);
}
