import { formatOf } from '#core/rich-text/text-format.ts';

/** More HTML than this is not looked at: it is pasted as the plain text that came with it. */
const htmlLimit = 1_500_000;
/** Signs that the plain text is Markdown already; a bullet may also be what a word processor makes of a list. */
const markdownSource = /\]\((?:https?:|\/)|^#{1,6} \S|^```|\*\*\S[^*\n]*\*\*/mu;

/** Whether what is pasted may be worth more with its formatting than the plain text is. */
export function isRichPaste(html: string, plain: string): boolean {
  if (html === '' || html.length > htmlLimit || plain.trim() === '') return false;
  return formatOf(plain) !== 'html' && !markdownSource.test(plain);
}
