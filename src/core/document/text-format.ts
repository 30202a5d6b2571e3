export type TextFormat = 'html' | 'markdown' | 'plain';

const htmlTag =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|br|hr|table|blockquote|section|article|figure|pre)\b[^<>]{0,500}>/giu;
const markdownSigns = [
  /^#{1,6} \S|^(?:[-*+]|\d{1,3}\.) \S|^```|^> \S|\]\([^\s()]{1,500}|\*\*\S|^\[[^\]\n]{1,200}\]: \S/gmu,
  /^\|(?: ?:?-{3,}:? ?\|)+$|(?<![\w*\\])\*(?=[^\s*])[^*\n]{1,200}(?<=[^\s*])\*(?![\w*])/gmu,
  // Markdown and HTML need these entities to show the sign as text. Plain text does not.
  /&lt;(?=[a-z/!?])|&amp;(?=#?\w{1,32};)/giu,
];

/** Markdown may contain HTML, but HTML contains no Markdown: a few Markdown signs among many tags mean nothing. */
const tagsASign = 4;

/** How much of a text shows its format, in UTF-16 units. */
const headLength = 20_000;

/** Returns the format of a text, by the signs in it. */
export function formatOf(text: string): TextFormat {
  const content = text.slice(0, headLength);
  const tags = content.match(htmlTag) ?? [];
  const signs = markdownSigns.reduce((sum, sign) => sum + (content.match(sign)?.length ?? 0), 0);
  const isClosed = tags.some((tag) => tag.startsWith('</'));
  if (isClosed && tags.length > 1 && tags.length >= signs * tagsASign) return 'html';
  return signs > 0 ? 'markdown' : 'plain';
}
