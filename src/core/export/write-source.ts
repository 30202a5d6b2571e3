import { addedSpans, addedTagSpans, createIsOwn, keepOwnMarkdownLinks, keepOwnTags } from './own-markup.ts';
import { blockStartAt, disclosureFor } from './disclosure.ts';
import { htmlPieces } from './html-pieces.ts';
import type { LinkRelation } from './link-relation.ts';
import {
  escapeBeforePlaceholders,
  firstPlaceholder,
  replacePlaceholders,
  putPlaceholders,
  type Rewriting,
  type TextWithPlaceholders,
  type LinkSegment,
} from './link-placeholders.ts';
import { writeHtmlLink, writeMarkdownLink, writePlainLink } from './write-link.ts';
import { detectLanguage } from '#core/language/language.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { escapeHtml } from './escape.ts';
import { formatOf, type TextFormat } from '#core/document/text-format.ts';
import { lineEndOf } from '#core/document/blocks.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';

export type ExportOptions = {
  readonly relation: LinkRelation;
  /** Whether a notice about the links is put before the first of them. */
  readonly disclosure: boolean;
};

/** A version to export. */
export type ExportedText = {
  /** What the user pasted. */
  readonly content: string;
  /** The edits that make the version. */
  readonly edits: readonly Edit[];
  /** The addresses of the chosen links. */
  readonly urls: readonly string[];
};

/** A version in the format of its content, with placeholders for the links and with the disclosure. */
export type PreparedText = TextWithPlaceholders & {
  readonly format: TextFormat;
  readonly disclosure: string | null;
};

export function prepareText({ content, edits, urls }: ExportedText, options: ExportOptions): PreparedText {
  const format = formatOf(content);
  const segments = readMarkup(applyEdits(content, edits), urls);
  const signed = putPlaceholders(segments, rewritingsOf(content, edits, format));
  const woven = signed.links.map(({ url }) => url).filter(isWebAddress);
  const disclosure = options.disclosure ? disclosureFor(woven, detectLanguage(content)) : null;
  return { ...withDisclosure(signed, format, disclosure), format, disclosure };
}

/** Links are rewritten only in added text. Tags are also rewritten if text was added inside them. */
function rewritingsOf(content: string, edits: readonly Edit[], format: TextFormat): Rewriting[] {
  if (format === 'plain') return [];
  const isOwn = createIsOwn(content);
  const tags: Rewriting = {
    spans: addedTagSpans(content, edits, format),
    rewrite: (source) => keepOwnTags(source, isOwn),
  };
  if (format === 'html') return [tags];
  return [{ spans: addedSpans(edits), rewrite: (source) => keepOwnMarkdownLinks(source, isOwn) }, tags];
}

function withDisclosure(
  signed: TextWithPlaceholders,
  format: TextFormat,
  disclosure: string | null,
): TextWithPlaceholders {
  if (disclosure === null) return signed;
  const { text, links } = signed;
  const at = blockStartAt(text, firstPlaceholder(signed), format);
  const end = lineEndOf(text);
  return { text: text.slice(0, at) + paragraphOf(disclosure, text, format, end) + text.slice(at), links };
}

function paragraphOf(words: string, text: string, format: TextFormat, end: string): string {
  if (format === 'plain') return words + end + end;
  if (format === 'markdown') return `*${words}*${end}${end}`;
  const paragraph = `<p><em>${escapeHtml(words)}</em></p>${/[\r\n]/u.test(text) ? end : ''}`;
  if (!text.includes('<!-- wp:')) return paragraph;
  return `<!-- wp:paragraph -->${end}${paragraph.trimEnd()}${end}<!-- /wp:paragraph -->${end}${end}`;
}

/** Writes the text in the format of its content, with real links. Nothing else changes. */
export function writeSource({ text, links, format }: PreparedText, relation: LinkRelation): string {
  if (format === 'html') return writeHtmlLinks({ text, links }, relation, ({ source }) => source);
  if (format === 'plain') return replacePlaceholders(text, links, writePlainLink);
  return replacePlaceholders(escapeBeforePlaceholders(text), links, writeMarkdownLink);
}

/**
 * Writes HTML with real links for placeholders. `inTag` writes those inside a tag or a script, where no link is
 * possible.
 */
export function writeHtmlLinks(
  { text, links }: TextWithPlaceholders,
  relation: LinkRelation,
  inTag = writeWords,
): string {
  const write = (link: LinkSegment) => writeHtmlLink(link, relation);
  return [...htmlPieces(text)]
    .map(({ kind, source }) => replacePlaceholders(source, links, kind === 'text' ? write : inTag))
    .join('');
}

function writeWords({ anchor }: LinkSegment): string {
  return escapeHtml(anchor);
}
