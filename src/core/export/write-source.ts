import { htmlLinesOf, readBlocks } from '#core/document/blocks.ts';
import { formatOf, type TextFormat } from '#core/document/text-format.ts';
import { parseDocument } from '#core/document/document.ts';
import { inlineOf } from '#core/document/markup.ts';
import { ownLinksOf } from '#core/document/own-links.ts';
import { applyEdits, type Change, type Edit } from '#core/edits/edit.ts';
import { memoize, mergeSpans, spanAround, type Span } from '#core/lib/helpers.ts';
import { readMarkup, sourceOf, type Segment } from '#core/links/link-markup.ts';
import { isWebAddress, withoutEntities } from '#core/links/web-address.ts';

import {
  disclosureFor,
  disclosureLanguageOf,
  disclosureParagraph,
  disclosureSign,
  disclosureStart,
  putDisclosure,
  writtenWords,
  type DisclosureTexts,
} from './disclosure.ts';
import {
  escapeAttribute,
  writeHtmlLink,
  writeMarkdownLink,
  writePlainLink,
  type LinkRelation,
} from './escape.ts';
import { htmlPieces, opensTagAt, tagAt, writeTag, type HtmlPiece } from './html-pieces.ts';

export type ExportOptions = {
  readonly relation: LinkRelation;
  /** Whether a notice about the links is put under the title. */
  readonly disclosure: boolean;
  readonly disclosureTexts: DisclosureTexts;
};

type ExportedText = {
  readonly content: string;
  readonly edits: readonly Edit[];
  /** The addresses of the selected links. */
  readonly urls: readonly string[];
};

type LinkSegment = Extract<Segment, { type: 'link' }>;

/** A text with a placeholder for each link, so that the text around the links can be rewritten. */
type TextWithPlaceholders = { readonly text: string; readonly links: readonly LinkSegment[] };

/** A version in the format of its content, with placeholders for the links and for the words of the disclosure. */
export type PreparedText = TextWithPlaceholders & {
  /** The addresses of the author's own links that were exchanged. */
  readonly exchanged: readonly string[];
  readonly format: TextFormat;
  readonly disclosure: string | null;
};

/**
 * Returns a version for export. All markup in it that is neither the author's own nor simple structure is escaped.
 *
 * @param format how the links are written, if the name of a file says more than its content
 */
export function prepareText(
  { content, edits, urls }: ExportedText,
  options: ExportOptions,
  format = formatOf(content),
): PreparedText {
  const escaped = format === 'plain' ? edits : escapeForeign({ content, edits, urls }, format);
  const segments = readMarkup(applyEdits(content, escaped), urls);
  const { text, links } = withPlaceholders(segments);
  const exchanged = edits.flatMap(({ relink }) => relink?.url ?? []);
  const prepared = { text, links, format, exchanged };
  const disclosure = options.disclosure
    ? disclosureOf(content, { segments, exchanged }, options.disclosureTexts)
    : null;
  if (disclosure === null) return { ...prepared, disclosure };
  const own = firstExchanged(content, edits);
  const before = escaped.filter(({ end }) => own !== null && end <= own);
  const upToOwn = own === null ? [] : readMarkup(applyEdits(content.slice(0, own), before), urls);
  const woven = text.indexOf('\uFDD0');
  const first = own === null ? woven : firstOf(woven, withPlaceholders(upToOwn).text.length);
  const at = disclosureStart(text, first, format);
  const disclosed = text.slice(0, at) + disclosureParagraph(disclosureSign, text, format) + text.slice(at);
  return { ...prepared, text: disclosed, disclosure };
}

/** Returns where the first link of the author's own begins whose address is exchanged. Null: there is none. */
function firstExchanged(content: string, edits: readonly Edit[]): number | null {
  if (edits.every(({ relink }) => relink === undefined)) return null;
  const starts = new Set(edits.flatMap(({ start, relink }) => (relink === undefined ? [] : start)));
  const places = ownLinksOf(content).filter(({ start, isCopy }) => starts.has(start) && !isCopy);
  return places.length === 0 ? null : Math.min(...places.map(({ at }) => at));
}

/** Returns the first of two places. A negative one is none. */
function firstOf(woven: number, own: number): number {
  return woven < 0 ? own : Math.min(woven, own);
}

/** Returns the words of the disclosure. Null: there are no links, or the content has a disclosure of its own. */
function disclosureOf(
  content: string,
  { segments, exchanged }: { readonly segments: readonly Segment[]; readonly exchanged: readonly string[] },
  texts: DisclosureTexts,
): string | null {
  const links = segments.filter((segment) => segment.type === 'link');
  const paid = [...links.map(({ url }) => url).filter(isWebAddress), ...exchanged];
  const words = disclosureFor(paid, disclosureLanguageOf(content), texts);
  return words === null || isDisclosed(content) || holdsParagraph(content, words) ? null : words;
}

/** The page asks for each change of a version. */
const isDisclosed = memoize((content: string) => parseDocument(content).isDisclosed, 2);

/** Whether a line or a paragraph of the content has exactly these words, with or without emphasis. */
function holdsParagraph(content: string, words: string): boolean {
  const paragraphs = content.split(/[\r\n]|<\/?p\b[^<>]{0,500}>/u);
  return paragraphs.some(
    (each) =>
      each.includes(words) &&
      each.length < words.length + 100 &&
      each.replace(/<[^<>]{0,90}>|^[\s*_]+|[\s*_]+$/gu, '') === words,
  );
}

/**
 * Returns the edits and the disclosure as one more edit, at the place where `prepareText` puts it. Null: the version
 * has no disclosure. If the place lies inside an edit, that edit is cut in two, and its first part gets a new id.
 *
 * @param id the id of the disclosure
 * @param texts the texts that the user chose
 * @param expected the addresses that the version will get while it is written
 */
export function withDisclosure(
  { content, edits, urls }: ExportedText,
  id: string,
  texts: DisclosureTexts,
  expected: readonly string[] = [],
): readonly Edit[] | null {
  const format = formatOf(content);
  const text = applyEdits(content, edits);
  const segments = readMarkup(text, urls);
  const exchanged = edits.flatMap(({ relink }) => relink?.url ?? []).concat(expected);
  const words = disclosureOf(content, { segments, exchanged }, texts);
  if (words === null) return null;
  // Letters replace the markup of the links, because the exported text does not contain it.
  const bare = segments.map((segment) =>
    segment.type === 'link' ? 'x'.repeat(segment.source.length) : sourceOf(segment),
  );
  const index = segments.findIndex(({ type }) => type === 'link');
  const own = firstExchanged(content, edits);
  const before = edits.filter(({ end }) => own !== null && end <= own);
  const woven = index < 0 ? -1 : bare.slice(0, index).join('').length;
  const first = own === null ? woven : firstOf(woven, applyEdits(content.slice(0, own), before).length);
  const at = disclosureStart(bare.join(''), first < 0 ? text.length : first, format);
  const paragraph = disclosureParagraph(writtenWords(words, format), text, format);
  return editsWith(edits, at, { id, by: 'user', text: paragraph });
}

function editsWith(edits: readonly Edit[], at: number, inserted: Omit<Edit, 'start' | 'end'>): Edit[] {
  let shift = 0;
  for (const [index, edit] of edits.entries()) {
    const { start, end, text } = edit;
    const cut = at - (start + shift);
    if (cut < text.length) {
      const place = cut <= 0 ? at - shift : end;
      const insertion = { ...inserted, start: place, end: place };
      const [before, after] = [edits.slice(0, index), edits.slice(index + 1)];
      if (cut <= 0) return [...before, insertion, edit, ...after];
      const head = { ...edit, id: `${edit.id} ${inserted.id}`, text: text.slice(0, cut) };
      const tail = { ...edit, start: end, text: text.slice(cut) };
      return [...before, head, insertion, tail, ...after];
    }
    shift += text.length - (end - start);
  }
  return [...edits, { ...inserted, start: at - shift, end: at - shift }];
}

/** Writes the text in the format of its content, with real links and the disclosure for placeholders. */
export function writeSource(prepared: PreparedText, relation: LinkRelation): string {
  return putDisclosure(writeLinks(prepared, relation), prepared.disclosure, prepared.format);
}

function writeLinks({ text, links, format, exchanged }: PreparedText, relation: LinkRelation): string {
  if (format === 'html') return writeHtmlLinks({ text, links, exchanged }, relation, ({ source }) => source);
  if (format === 'plain') return replacePlaceholders(text, links, writePlainLink);
  const paid = text.includes('<') ? withRelations(text, exchanged, relation) : text;
  return writeMarkdownLinks({ text: paid, links }, relation);
}

/** Returns a text whose tags of links with one of these addresses have the relation. */
function withRelations(text: string, addresses: readonly string[], relation: LinkRelation): string {
  if (addresses.length === 0 || relation === 'none') return text;
  return [...htmlPieces(text)].map((piece) => withRelation(piece, addresses, relation)).join('');
}

function withRelation(piece: HtmlPiece, addresses: readonly string[], relation: LinkRelation): string {
  const { source } = piece;
  if (piece.kind === 'text' || piece.name !== 'a' || piece.closes || relation === 'none') return source;
  const valueOf = (key: string) => piece.attributes.find(({ name }) => name === key)?.value;
  if (!addresses.includes(withoutEntities(valueOf('href') ?? '').trim())) return source;
  const own = valueOf('rel');
  if (own === undefined) return source.replace(/^<a/iu, `$& rel="${relation}"`);
  const there = new Set(own.toLowerCase().split(/\s+/u));
  const missing = relation.split(' ').filter((word) => !there.has(word));
  if (missing.length === 0) return source;
  const rel = { name: 'rel', value: [own.trim(), ...missing].filter(Boolean).join(' ') };
  const attributes = piece.attributes.map((each) => (each.name === 'rel' ? rel : each));
  return writeTag('a', attributes, piece.closesItself ? '/>' : '>');
}

/** Writes Markdown with real links for placeholders. A line inside an element of HTML gets a link of HTML. */
function writeMarkdownLinks({ text, links }: TextWithPlaceholders, relation: LinkRelation): string {
  const inMarkdown = (source: string) =>
    replacePlaceholders(escapeBeforePlaceholders(source), links, writeMarkdownLink);
  if (!text.includes('<')) return inMarkdown(text);
  const write = (link: LinkSegment) => writeHtmlLink(link, relation);
  let written = '';
  let done = 0;
  for (const { start, end } of htmlLinesOf(text, readBlocks(text, false).blocks)) {
    const html = replacePlaceholders(text.slice(start, end), links, write);
    written += inMarkdown(text.slice(done, start)) + html;
    done = end;
  }
  return written + inMarkdown(text.slice(done));
}

/** Writes HTML with links for placeholders. `inTag` writes those inside a tag, where no link is possible. */
export function writeHtmlLinks(
  { text, links, exchanged }: TextWithPlaceholders & Pick<PreparedText, 'exchanged'>,
  relation: LinkRelation,
  inTag = ({ anchor }: LinkSegment) => escapeAttribute(anchor),
): string {
  const write = (link: LinkSegment) => writeHtmlLink(link, relation);
  return [...htmlPieces(text)]
    .map((piece) => {
      const source = withRelation(piece, exchanged, relation);
      return replacePlaceholders(source, links, piece.kind === 'text' ? write : inTag);
    })
    .join('');
}

type IsOwn = (part: string) => boolean;

/** Returns the edits without markup, except for the author's own and simple structure. */
function escapeForeign({ content, edits, urls }: ExportedText, format: 'html' | 'markdown'): Change[] {
  const isOwn = memoize((part: string) => content.includes(part));
  const tags = format === 'html' ? htmlTags(content) : markdownTags(content);
  let done = 0;
  return edits.flatMap(({ start, end, text: added, relink }) => {
    if (relink !== undefined) return [{ start, end, text: added }];
    const { text, links } = withPlaceholders(readMarkup(added, urls));
    const own = keepOwnTags(format === 'html' ? text : keepOwnLinks(text, isOwn), isOwn);
    const change = { start, end, text: replacePlaceholders(own, links, ({ source }) => source) };
    const from = Math.max(done, spanAround(tags, start)?.start ?? start);
    done = end;
    // What the tag contains may form another tag with the text behind it.
    const opened = content.slice(from, start).replaceAll('<', '&lt;');
    return [{ start: from, end: start, text: opened }, change];
  });
}

function htmlTags(content: string): Span[] {
  let end = 0;
  return [...htmlPieces(content)].flatMap(({ kind, source }) => {
    const start = end;
    end += source.length;
    return kind === 'tag' ? [{ start, end }] : [];
  });
}

function markdownTags(content: string): Span[] {
  const { opaque } = inlineOf(content, 0, content.length, false);
  return mergeSpans(opaque.filter(({ start }) => content[start] === '<'));
}

const structure = /^<\/?(?:p|br|h[1-6]|ul|ol|li|strong|em|b|i|blockquote)\s*\/?>$/iu;
/** If a tag has no end, this many characters of it must be the user's own. */
const openLength = 60;

/** Escapes all tags that are neither the user's own nor simple structure. */
function keepOwnTags(source: string, isOwn: IsOwn): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = source.indexOf('<'); at >= 0;) {
    const tag = tagAt(source, at);
    const isKept =
      tag === null ? keepsOpen(source, at, isOwn) : structure.test(tag.source) || isOwn(tag.source);
    if (!isKept) {
      pieces.push(source.slice(done, at), '&lt;');
      done = at + 1;
    }
    at = source.indexOf('<', isKept && tag !== null ? at + tag.source.length : at + 1);
  }
  return pieces.join('') + source.slice(done);
}

function keepsOpen(source: string, at: number, isOwn: IsOwn): boolean {
  // The text behind the source may complete a tag.
  if (at === source.length - 1) return false;
  return !opensTagAt(source, at) || isOwn(source.slice(at, at + openLength));
}

const destination = /\]\(\s*(<[^<>\n]*>|[^\s()]*)/gu;
const definition = /^[ \t]{0,3}\[[^\]\n]{1,300}\]:.*$/gmu;

function keepOwnLinks(source: string, isOwn: IsOwn): string {
  // The text behind the source may complete an address at its end.
  const isKept = (link: string, at: number) => isOwn(link) && at + link.length < source.length;
  return source
    .replace(destination, (link, _, at: number) => (isKept(link, at) ? link : `]\\${link.slice(1)}`))
    .replace(definition, (line) => (isOwn(line) ? line : line.replace('[', '\\[')));
}

/** Noncharacters: Unicode reserves them for internal use. */
const reservedSigns = /[\uFDD0\uFDD1\uFDD5]+/gu;
const placeholder = /\uFDD0(\d+)\uFDD1/gu;

/** Replaces links by placeholders. Reserved signs in the text are removed. */
function withPlaceholders(segments: readonly Segment[]): TextWithPlaceholders {
  const links: LinkSegment[] = [];
  const text = segments.map((segment) =>
    segment.type === 'link'
      ? `\uFDD0${links.push(segment) - 1}\uFDD1`
      : sourceOf(segment).replace(reservedSigns, ''),
  );
  return { text: text.join(''), links };
}

/** Escapes a `!` before a link, which would make it an image, and a backslash, which would make it text. */
function escapeBeforePlaceholders(text: string): string {
  return text.replace(/(?<!\\)(\\*)(!?)(?=\uFDD0)/gu, (_, slashes: string, mark: string) => {
    const isEscaped = slashes.length % 2 === 1;
    return mark === '' ? slashes + (isEscaped ? '\\' : '') : `${slashes}${isEscaped ? '' : '\\'}!`;
  });
}

function replacePlaceholders(
  text: string,
  links: readonly LinkSegment[],
  write: (link: LinkSegment) => string,
): string {
  return text.replace(placeholder, (_, number: string) => {
    const link = links[Number(number)];
    return link === undefined ? '' : write(link);
  });
}
