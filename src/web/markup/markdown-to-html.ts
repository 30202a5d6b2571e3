import { Marked, type RendererThis, type Tokens } from 'marked';

import { escapeText } from '#core/export/escape.ts';
import { isScriptAddress } from '#core/links/web-address.ts';

const frontMatter =
  /^(---|\+\+\+)[ \t]*\r?\n(?=[ \t]*[\w"'-]+[ \t]*[:=])[^]*?\r?\n(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)/u;

const marked = new Marked({
  gfm: true,
  // A bare address stays text, and so does a single tilde.
  tokenizer: { url: () => undefined, del: (source) => (source.startsWith('~~') ? false : undefined) },
  renderer: {
    link(this: RendererThis, { href, title, tokens }: Tokens.Link) {
      const words = this.parser.parseInline(tokens);
      if (isScriptAddress(href)) return words;
      const hint = typeof title === 'string' ? ` title="${escapeText(title)}"` : '';
      return `<a href="${escapeText(href)}"${hint}>${words}</a>`;
    },
  },
});

/** Returns Markdown as HTML, without its front matter. HTML in it stays. */
export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown.replace(frontMatter, ''), { async: false }).trim();
}
