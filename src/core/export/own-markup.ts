import { memoize, mergeSpans, spanAround, type Span } from '#core/lib/helpers.ts';
import type { TextFormat } from '#core/document/document.ts';
import type { Edit } from '#core/edits/edit.ts';

import { opensTagAt, tagAt, htmlPieces } from './html-pieces.ts';

/** Rewrites some spans of a version. The spans may contain placeholders for links. */
export type Rewriting = { readonly spans: readonly Span[]; readonly rewrite: (source: string) => string };

/**
 * Returns the rewritings that escape all markup in a version except the author's own. The inner one comes first. Links
 * are rewritten only in added text. Tags are rewritten if they, or some text inside them, were added.
 */
export function rewritingsOf(content: string, edits: readonly Edit[], format: TextFormat): Rewriting[] {
  if (format === 'plain') return [];
  const isOwn = memoize((part: string) => content.includes(part));
  const tagSpans = format === 'html' ? htmlTags(content) : markdownTags(content);
  const tags: Rewriting = {
    spans: addedSpans(edits, tagSpans),
    rewrite: (source) => keepOwnTags(source, isOwn),
  };
  if (format === 'html') return [tags];
  const spans = addedSpans(edits, []);
  return [{ spans, rewrite: (source) => keepOwnMarkdownLinks(source, isOwn) }, tags];
}

/** Returns the spans of a version that were added to its content, each extended to whole tags of the content. */
function addedSpans(edits: readonly Edit[], tags: readonly Span[]): Span[] {
  let shift = 0;
  const spans = edits.map(({ start, end, text }) => {
    const from = (spanAround(tags, start)?.start ?? start) + shift;
    shift += text.length - (end - start);
    return { start: from, end: (spanAround(tags, end)?.end ?? end) + shift };
  });
  return mergeSpans(spans);
}

function htmlTags(content: string): Span[] {
  let end = 0;
  return [...htmlPieces(content)].flatMap(({ kind, source }) => {
    const start = end;
    end += source.length;
    return kind === 'tag' ? [{ start, end }] : [];
  });
}

const markdownTag =
  /<\/?[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<!--[^]*?-->|<[a-z][a-z\d+.-]{1,31}:[^\s<>]*>/giu;

function markdownTags(content: string): Span[] {
  return [...content.matchAll(markdownTag)].map(({ 0: tag, index }) => ({
    start: index,
    end: index + tag.length,
  }));
}

/** Whether a part of a version is also in the user's own text. */
type IsOwn = (part: string) => boolean;

/** Simple structural tags that a version may add. */
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

function keepOwnMarkdownLinks(source: string, isOwn: IsOwn): string {
  return source
    .replace(destination, (link) => (isOwn(link) ? link : `]\\${link.slice(1)}`))
    .replace(definition, (line) => (isOwn(line) ? line : line.replace('[', '\\[')));
}
