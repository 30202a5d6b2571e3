import { mergeSpans, type Span } from '#core/lib/helpers.ts';
import { createHtmlReader, linesOf, readBlocks } from '#core/document/blocks.ts';
import { formatOf, type TextFormat } from '#core/document/document.ts';
import { applyEdits, type Change, type Edit } from '#core/edits/edit.ts';
import { readMarkup, sourceOf, type Segment } from '#core/links/link-markup.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import { disclosureFor, disclosureLanguageOf, type DisclosureTexts } from './disclosure.ts';
import { escapeHtml, writeHtmlLink, writeMarkdownLink, writePlainLink, type LinkRelation } from './escape.ts';
import { htmlPieces } from './html-pieces.ts';
import { rewritingsOf, type Rewriting } from './own-markup.ts';
import {
  blockStartAt,
  disclosureParagraph,
  disclosureSign,
  putDisclosure,
  writtenWords,
} from './write-disclosure.ts';

export type ExportOptions = {
  readonly relation: LinkRelation;
  /** Whether a notice about the links is put before the first of them. */
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
  readonly format: TextFormat;
  readonly disclosure: string | null;
};

export function prepareText({ content, edits, urls }: ExportedText, options: ExportOptions): PreparedText {
  const format = formatOf(content);
  const segments = readMarkup(applyEdits(content, edits), urls);
  const { text, links } = putPlaceholders(segments, rewritingsOf(content, edits, format));
  const disclosure = options.disclosure ? disclosureOf(content, segments, options.disclosureTexts) : null;
  if (disclosure === null) return { text, links, format, disclosure };
  const at = blockStartAt(text, text.indexOf('\uFDD0'), format);
  const disclosed = text.slice(0, at) + disclosureParagraph(disclosureSign, text, format) + text.slice(at);
  return { text: disclosed, links, format, disclosure };
}

/**
 * Returns the words of the disclosure before these links. Null: there are no links, or the content has a paragraph of
 * these words.
 */
function disclosureOf(content: string, segments: readonly Segment[], texts: DisclosureTexts): string | null {
  const links = segments.filter((segment) => segment.type === 'link');
  const woven = links.map(({ url }) => url).filter(isWebAddress);
  const words = disclosureFor(woven, disclosureLanguageOf(content), texts);
  return words === null || holdsParagraph(content, words) ? null : words;
}

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
 */
export function withDisclosure(
  { content, edits, urls }: ExportedText,
  id: string,
  texts: DisclosureTexts,
): readonly Edit[] | null {
  const format = formatOf(content);
  const text = applyEdits(content, edits);
  const segments = readMarkup(text, urls);
  const words = disclosureOf(content, segments, texts);
  if (words === null) return null;
  // Letters replace the markup of the links, because the exported text does not contain it.
  const bare = segments.map((segment) =>
    segment.type === 'link' ? 'x'.repeat(segment.source.length) : sourceOf(segment),
  );
  const first = segments.findIndex(({ type }) => type === 'link');
  const at = blockStartAt(bare.join(''), bare.slice(0, first).join('').length, format);
  const paragraph = disclosureParagraph(writtenWords(words, format), text, format);
  return editsWith(edits, at, { id, by: 'user', text: paragraph });
}

/** Returns the edits with an insertion at this offset of the version. */
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

function writeLinks({ text, links, format }: PreparedText, relation: LinkRelation): string {
  if (format === 'html') return writeHtmlLinks({ text, links }, relation, ({ source }) => source);
  if (format === 'plain') return replacePlaceholders(text, links, writePlainLink);
  return writeMarkdownLinks({ text, links }, relation);
}

/** Writes Markdown with real links for placeholders. A line inside an element of HTML gets a link of HTML. */
function writeMarkdownLinks({ text, links }: TextWithPlaceholders, relation: LinkRelation): string {
  const inMarkdown = (source: string) =>
    replacePlaceholders(escapeBeforePlaceholders(source), links, writeMarkdownLink);
  if (!text.includes('<')) return inMarkdown(text);
  const isHtml = createHtmlReader(text);
  let written = '';
  let done = 0;
  for (const block of readBlocks(text, false))
    for (const [index, line] of linesOf(text.slice(block.start, block.end)).entries()) {
      if (!isHtml(block, line, index)) continue;
      const start = block.start + line.start;
      const html = replacePlaceholders(line.text, links, (link) => writeHtmlLink(link, relation));
      written += inMarkdown(text.slice(done, start)) + html;
      done = start + line.text.length;
    }
  return written + inMarkdown(text.slice(done));
}

/**
 * Writes HTML with real links for placeholders. `inTag` writes those inside a tag or a script, where no link is
 * possible.
 */
export function writeHtmlLinks(
  { text, links }: TextWithPlaceholders,
  relation: LinkRelation,
  inTag = ({ anchor }: LinkSegment) => escapeHtml(anchor),
): string {
  const write = (link: LinkSegment) => writeHtmlLink(link, relation);
  return [...htmlPieces(text)]
    .map(({ kind, source }) => replacePlaceholders(source, links, kind === 'text' ? write : inTag))
    .join('');
}

/** Noncharacters: Unicode reserves them for internal use. */
const reservedSigns = /[\uFDD0\uFDD1\uFDD5]+/gu;
const placeholder = /\uFDD0(\d+)\uFDD1/gu;

/**
 * Replaces the links of a text by placeholders, and rewrites the text. The spans of each rewriting lie inside those of
 * the next.
 */
function putPlaceholders(
  segments: readonly Segment[],
  rewritings: readonly Rewriting[],
): TextWithPlaceholders {
  const links: LinkSegment[] = [];
  let end = 0;
  const replaced = segments.flatMap((segment): Change[] => {
    const source = sourceOf(segment);
    const start = end;
    end += source.length;
    if (segment.type === 'link') return [{ start, end, text: `\uFDD0${links.push(segment) - 1}\uFDD1` }];
    return [...source.matchAll(reservedSigns)].map(({ 0: signs, index }) => {
      const at = start + index;
      return { start: at, end: at + signs.length, text: '' };
    });
  });
  let text = applyEdits(segments.map(sourceOf).join(''), replaced);
  const changes = [replaced];
  for (const { spans, rewrite } of rewritings) {
    const rewritten = changes
      .reduce(spansAfter, spans)
      .map((span) => ({ ...span, text: rewrite(text.slice(span.start, span.end)) }));
    text = applyEdits(text, rewritten);
    changes.push(rewritten);
  }
  return { text, links };
}

/** Returns where the spans are after the changes. An end that lies inside a change moves behind it. */
function spansAfter(spans: readonly Span[], changes: readonly Change[]): readonly Span[] {
  let next = 0;
  let shift = 0;
  let latest = 0;
  const after = (offset: number) => {
    for (let change = changes[next]; change !== undefined && change.start < offset; change = changes[next]) {
      shift += change.text.length - (change.end - change.start);
      latest = change.end;
      next += 1;
    }
    return Math.max(offset, latest) + shift;
  };
  return mergeSpans(spans.map(({ start, end }) => ({ start: after(start), end: after(end) })));
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
