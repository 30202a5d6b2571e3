import { escapeHtml } from './escape-html.ts';
import { linkRel } from './link-rel.ts';
import type { TextFormat } from './text-format.ts';
import { sourceOf } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';

/** A version as text, its links written as the format writes links. */
export function toPlainText(segments: readonly Segment[], format: TextFormat): string {
  return segments
    .map((segment) => (segment.type === 'link' ? writeLink(segment, format) : sourceOf(segment)))
    .join('');
}

function writeLink({ anchor, url }: { anchor: string; url: string }, format: TextFormat): string {
  if (format === 'html') return `<a href="${escapeHtml(url)}" rel="${linkRel}">${escapeHtml(anchor)}</a>`;
  if (format === 'markdown') return `[${anchor}](${markdownAddress(url)})`;
  return `${anchor} (${url})`;
}

/** Markdown takes an address with spaces or unpaired parentheses only between angle brackets. */
function markdownAddress(url: string): string {
  return /[\s()]/u.test(url) && !/[<>\n]/u.test(url) ? `<${url}>` : url;
}
