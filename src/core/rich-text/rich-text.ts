import { escapeHtml } from './escape-html.ts';
import { toHtmlSubset } from './html-subset.ts';
import { linkRel } from './link-rel.ts';
import { toPlainText } from './plain-text.ts';
import { toBlocks } from './text-blocks.ts';
import { formatOf } from './text-format.ts';
import type { TextFormat } from './text-format.ts';
import { sourceOf } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';
import { isWebAddress } from '#core/web-address/web-address.ts';

/** One version in the two forms that a clipboard carries side by side. */
export type RichText = {
  readonly html: string;
  readonly plain: string;
};

/**
 * What is copied: the segments' links, and no others, as real links. The plain form writes them as `content`,
 * what the user pasted, would: Markdown, HTML, or the address in parentheses.
 */
export function toRichText(segments: readonly Segment[], content: string): RichText {
  const format = formatOf(content);
  return { html: toHtml(segments, format), plain: toPlainText(segments, format) };
}

/** Links are set aside while the text becomes HTML; each leaves its number behind, between signs of our own. */
function toHtml(segments: readonly Segment[], format: TextFormat): string {
  const links: string[] = [];
  const text = segments
    .map((segment) => {
      if (segment.type !== 'link') return sourceOf(segment).replace(signs, '');
      links.push(linkHtml(segment.anchor, segment.url));
      return `\uFDD0${links.length - 1}\uFDD1`;
    })
    .join('');
  const html = format === 'html' ? toHtmlSubset(text) : toBlocks(text, format);
  return html.replace(/\uFDD0(\d+)\uFDD1/gu, (_, number: string) => links[Number(number)] ?? '');
}

/** Noncharacters, which Unicode keeps free for a program's own use. */
const signs = /[\uFDD0\uFDD1]/gu;

function linkHtml(anchor: string, url: string): string {
  const words = escapeHtml(anchor);
  return isWebAddress(url) ? `<a href="${escapeHtml(url)}" rel="${linkRel}">${words}</a>` : words;
}
