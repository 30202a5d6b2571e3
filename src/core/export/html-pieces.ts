import { rawElements } from '#core/document/html-elements.ts';

/** A stretch of HTML source. The sources of all pieces, joined, are the whole source. */
export type HtmlPiece = { readonly kind: 'text'; readonly source: string } | Tag;

/** A tag. A comment, or an element that contains no HTML (such as a script), is one piece. */
export type Tag = {
  readonly kind: 'tag';
  readonly source: string;
  /** In lower case. Empty for a comment. */
  readonly name: string;
  /** Whether it is an end tag. */
  readonly closes: boolean;
  /** Whether it ends with `/>`. */
  readonly closesItself: boolean;
  readonly attributes: readonly Attribute[];
  /** The content between the tags of a closed element without HTML. Null for all others. */
  readonly content: string | null;
};

type Attribute = {
  /** In lower case. */
  readonly name: string;
  /** The name with its capitals, which some names of SVG have. */
  readonly written: string;
  /** Without quotes. Entities are not resolved. */
  readonly value: string;
};

const opening = /<(?:(\/?)([a-zA-Z][^\t\n\f\r />]*)|[!?/])/uy;
const comment = /<!--(?:-?>|[^]*?--!?>)/uy;
const foreign = new Set(['svg', 'math']);
/** After this many tags without an end, the rest counts as text. Else it would be read again and again. */
const endlessLimit = 50;

type Around = {
  /** Names of elements that are not closed in the rest of the text. Each is searched once. */
  readonly unclosed: Set<string>;
  /** How many elements of SVG and MathML are open. Inside them, `/>` closes its element. */
  foreign: number;
};

/** Cuts HTML source like a browser does. */
export function* htmlPieces(html: string): Generator<HtmlPiece> {
  const around: Around = { unclosed: new Set(), foreign: 0 };
  let done = 0;
  let endless = 0;
  let at = html.indexOf('<');
  while (at >= 0 && endless < endlessLimit) {
    const tag = tagAt(html, at, around);
    if (tag !== null) {
      if (at > done) yield { kind: 'text', source: html.slice(done, at) };
      yield tag;
      if (foreign.has(tag.name) && !tag.closesItself)
        around.foreign = Math.max(0, around.foreign + (tag.closes ? -1 : 1));
      done = at + tag.source.length;
    } else if (opensTagAt(html, at)) endless += 1;
    at = html.indexOf('<', tag === null ? at + 1 : done);
  }
  if (done < html.length) yield { kind: 'text', source: html.slice(done) };
}

/**
 * Cuts HTML source, and leaves out the elements with these names, each with its content. Of an element that is not
 * closed only the tag is left out, because it would contain the rest of the text.
 */
export function* piecesWithout(html: string, names: ReadonlySet<string>): Generator<HtmlPiece> {
  const pieces = [...htmlPieces(html)];
  const ends = closedElements(pieces, names);
  let leftOut = -1;
  for (const [index, piece] of pieces.entries()) {
    if (index <= leftOut) continue;
    if (piece.kind === 'tag' && names.has(piece.name)) leftOut = ends.get(index) ?? index;
    else yield piece;
  }
}

/** Returns a map from the index of each start tag with these names to that of its end tag. */
function closedElements(pieces: readonly HtmlPiece[], names: ReadonlySet<string>): Map<number, number> {
  const ends = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'text' || !names.has(piece.name) || piece.closesItself) continue;
    const starts = open.get(piece.name) ?? [];
    open.set(piece.name, starts);
    if (!piece.closes) starts.push(index);
    else {
      const start = starts.pop();
      if (start !== undefined) ends.set(start, index);
    }
  }
  return ends;
}

/** Whether a tag begins at the index, with or without an end. */
export function opensTagAt(html: string, at: number): boolean {
  return matchFrom(opening, html, at) !== null;
}

/** Returns the tag at the index. Null: the `<` is plain text, or the tag has no end. */
export function tagAt(
  html: string,
  at: number,
  around: Around = { unclosed: new Set(), foreign: 0 },
): Tag | null {
  const match = matchFrom(opening, html, at);
  if (match === null) return null;
  const [start, slash = '', written = ''] = match;
  const closes = slash === '/';
  if (written === '') {
    const source = html.slice(at, commentEnd(html, at));
    const bare = { name: '', closesItself: false, attributes: [], content: null };
    return source === '' ? null : { kind: 'tag', source, closes, ...bare };
  }
  const rest = readAttributes(html, at + start.length);
  if (rest === null) return null;
  const { end, ...found } = rest;
  const name = smallLetters(written);
  const tag = { kind: 'tag', name, closes, ...found, source: html.slice(at, end), content: null } as const;
  if (closes || !rawElements.has(name) || around.unclosed.has(name)) return tag;
  if (around.foreign > 0 && tag.closesItself) return tag;
  const close = matchFrom(new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'), html, end);
  const closeRest = close && readAttributes(html, close.index + close[0].length);
  if (!closeRest) {
    around.unclosed.add(name);
    return tag;
  }
  return { ...tag, source: html.slice(at, closeRest.end), content: html.slice(end, close.index) };
}

/**
 * Returns the end of a comment, or `at` if it has none. Browsers also read these as comments: `<?xml ?>`, `<![endif]>`,
 * `</ p>`. A doctype ends in the same way.
 */
function commentEnd(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return at + (matchFrom(comment, html, at)?.[0].length ?? 0);
  const end = html.indexOf('>', at);
  return end < 0 ? at : end + 1;
}

/** `pattern` is global or sticky. */
function matchFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** One attribute with the white space before it. A quote that is never closed takes the rest of the text. */
const attribute =
  /[\t\n\f\r /]*(=?[^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?/uy;
/** A tag with more attributes counts as text, so that hostile text is not read again and again. */
const attributeLimit = 200;

/**
 * Reads a tag from the index behind its name, following the HTML standard (sections 13.2.5.32 to 13.2.5.40). Of two
 * attributes with the same name, it reads the first, as browsers do. `end` is the index behind the `>`. Returns null
 * if the tag has no end.
 */
function readAttributes(html: string, from: number) {
  const attributes = new Map<string, Attribute>();
  let at = from;
  for (let count = 0; count <= attributeLimit; count += 1) {
    const [read = '', written = '', ...values] = matchFrom(attribute, html, at) ?? [];
    at += read.length;
    if (written === '') {
      if (html[at] !== '>') return null;
      return { attributes: [...attributes.values()], closesItself: read.endsWith('/'), end: at + 1 };
    }
    const name = smallLetters(written);
    const value = values.find((found) => found !== undefined) ?? '';
    if (!attributes.has(name)) attributes.set(name, { name, written, value });
  }
  return null;
}

/** Changes only A to Z to lower case, as the standard says. */
function smallLetters(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

/** Returns a start tag with each value in quotes. A browser reads the same values from it. */
export function writeTag(
  name: string,
  attributes: readonly Pick<Attribute, 'name' | 'value'>[],
  end: '>' | '/>' = '>',
): string {
  const written = attributes.map(({ name: key, value }) => {
    // The `&` stays, because it may begin an entity.
    const quoted = value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return ` ${key}="${quoted}"`;
  });
  return `<${name}${written.join('')}${end}`;
}
