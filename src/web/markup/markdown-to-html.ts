import { Marked, type RendererThis, type Tokens } from 'marked';

import { escapeHtml } from '#core/export/escape.ts';
import { isScriptAddress } from '#core/links/link-markup.ts';

const frontMatter =
  /^(---|\+\+\+)[ \t]*\r?\n(?=[ \t]*[\w"'-]+[ \t]*[:=])[^]*?\r?\n(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)/u;

const marked = new Marked({
  gfm: true,
  // A bare address stays text.
  tokenizer: { url: () => undefined },
  renderer: {
    link(this: RendererThis, { href, title, tokens }: Tokens.Link) {
      const words = this.parser.parseInline(tokens);
      if (isScriptAddress(href)) return words;
      const hint = typeof title === 'string' ? ` title="${escapeOnce(title)}"` : '';
      return `<a href="${escapeOnce(href)}"${hint}>${words}</a>`;
    },
  },
});

/** Returns Markdown as HTML, without its front matter. HTML in it stays. */
export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown.replace(frontMatter, ''), { async: false }).trim();
}

/** Escapes text for HTML, except its entities. */
function escapeOnce(text: string): string {
  return escapeHtml(text).replace(/&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu, '&$1;');
}
