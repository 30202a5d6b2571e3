export type TextFormat = 'html' | 'markdown' | 'plain';

const htmlTag =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|br|hr|table|blockquote|section|article|figure|pre)\b[^<>]{0,500}>/giu;
const markdownSign =
  /^#{1,6} \S|^(?:[-*+]|\d{1,3}\.) \S|^```|^> \S|\]\([^\s()]{1,500}|\*\*\S|^\[[^\]\n]{1,200}\]: \S/mu;

/** In which form a pasted text is written, told by its own signs. */
export function formatOf(content: string): TextFormat {
  const tags = content.match(htmlTag) ?? [];
  if (tags.some((tag) => tag.startsWith('</')) && tags.length > 1) return 'html';
  return markdownSign.test(content) ? 'markdown' : 'plain';
}
