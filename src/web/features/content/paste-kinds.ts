/** More HTML than this is not looked at: it is pasted as the plain text that came with it. */
const htmlLimit = 1_500_000;

/** Whether what is pasted may be worth more with its formatting than the plain text is. */
export function isRichPaste(html: string, plain: string): boolean {
  return html !== '' && html.length <= htmlLimit && plain.trim() !== '';
}
