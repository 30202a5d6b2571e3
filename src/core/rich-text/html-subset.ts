import { escapeHtml } from './escape-html.ts';

const tag = /<!--[^<>]*>|<(\/?)([a-z][a-z0-9]*)(?![\w:-])[^<>]*>/giu;
const kept = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code strong b em i u s sub sup table thead tbody tr td th'.split(
    ' ',
  ),
);
const silent = new Set(
  'script style template iframe object svg math noscript textarea title head'.split(' '),
);

/**
 * HTML that somebody else wrote, reduced to bare tags of structure: no attribute, no link, no script
 * survives. What is no tag is text and is escaped; entities stay what they are.
 */
export function toHtmlSubset(source: string): string {
  const pieces: string[] = [];
  let done = 0;
  let muted = '';
  for (const match of source.matchAll(tag)) {
    const [whole, slash = '', written = ''] = match;
    const name = written.toLowerCase();
    if (muted === '') pieces.push(escapeText(source.slice(done, match.index)));
    done = match.index + whole.length;
    if (muted === '' && kept.has(name)) pieces.push(`<${slash}${name}>`);
    if (muted === '' && slash === '' && silent.has(name)) muted = name;
    else if (slash !== '' && name === muted) muted = '';
  }
  if (muted === '') pieces.push(escapeText(source.slice(done)));
  return pieces.join('');
}

function escapeText(text: string): string {
  return text
    .split(/(&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/iu)
    .map((piece, index) => (index % 2 === 1 ? piece : escapeHtml(piece)))
    .join('');
}
