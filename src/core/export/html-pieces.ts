/** A stretch of HTML source. The sources of all pieces, joined, are what was read. */
export type HtmlPiece =
  | { readonly kind: 'text'; readonly source: string }
  /** A tag; a comment, or an element that holds no HTML (a script), as a whole. */
  | { readonly kind: 'tag'; readonly source: string; readonly name: string; readonly closes: boolean };

export type Tag = Extract<HtmlPiece, { kind: 'tag' }>;

const opening = /<(?:(\/?)([a-z][^\s/<>]*)|[!?])/iuy;
const holdsNoHtml = new Set(
  'script style textarea title xmp iframe noembed noframes noscript template'.split(' '),
);
/** What has more quoted values is no tag: hostile text is not read again and again. */
const quoteLimit = 200;

/** Cuts HTML source as a browser would. */
export function* htmlPieces(html: string): Generator<HtmlPiece> {
  let done = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    const tag = tagAt(html, at);
    if (tag !== null) {
      if (at > done) yield { kind: 'text', source: html.slice(done, at) };
      yield tag;
      done = at + tag.source.length;
    }
    at = html.indexOf('<', tag === null ? at + 1 : done);
  }
  if (done < html.length) yield { kind: 'text', source: html.slice(done) };
}

/** Whether a tag begins at the index, closed or not. */
export function opensTagAt(html: string, at: number): boolean {
  opening.lastIndex = at;
  return opening.test(html);
}

/** Null where the `<` is a sign like any other, or its tag never ends. */
export function tagAt(html: string, at: number): Tag | null {
  opening.lastIndex = at;
  const match = opening.exec(html);
  if (match === null) return null;
  const [start, slash = '', written = ''] = match;
  const name = written.toLowerCase();
  const behind = at + start.length;
  const end = html.startsWith('<!--', at) ? endOf(html, '-->', at + 4) : tagEnd(html, behind);
  if (end < 0) return null;
  const isWhole = slash === '' && holdsNoHtml.has(name);
  const source = html.slice(at, isWhole ? closedEnd(html, name, end) : end);
  return { kind: 'tag', source, name, closes: slash === '/' };
}

/** A `>` in a quoted value ends no tag. */
function tagEnd(html: string, from: number): number {
  let at = from;
  for (let quotes = 0; quotes < quoteLimit; quotes += 1) {
    const close = html.indexOf('>', at);
    if (close < 0) return -1;
    const quoted = /=\s*(["'])/u.exec(html.slice(at, close));
    if (quoted === null) return close + 1;
    at = endOf(html, quoted[1] ?? '"', at + quoted.index + quoted[0].length);
    if (at < 0) return -1;
  }
  return -1;
}

function closedEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'iu').exec(html.slice(from));
  if (close === null) return from;
  return Math.max(from, endOf(html, '>', from + close.index));
}

function endOf(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at < 0 ? -1 : at + sign.length;
}
