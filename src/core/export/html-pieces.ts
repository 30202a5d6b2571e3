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

const opening = /<(?:(\/?)([a-zA-Z][^\t\n\f\r />]*)|[!?/])/uy;
const holdsNoHtml = new Set(
  'script style textarea title xmp iframe noembed noframes noscript template'.split(' '),
);
const foreign = new Set(['svg', 'math']);
/** After this many tags without an end, the rest counts as text, so that it is not read again and again. */
const endlessLimit = 50;

/** What is known about the source around a tag. */
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
 * Finds the elements with these names: the index of each end tag by the index of its start tag. Elements that are
 * not closed are left out, because they would contain the rest of the text.
 */
export function closedElements(
  pieces: readonly HtmlPiece[],
  names: ReadonlySet<string>,
): ReadonlyMap<number, number> {
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

/** Whether a tag begins at the index, closed or not. */
export function opensTagAt(html: string, at: number): boolean {
  opening.lastIndex = at;
  return opening.test(html);
}

/** Returns the tag at the index. Null: the `<` is plain text, or the tag has no end. */
export function tagAt(
  html: string,
  at: number,
  around: Around = { unclosed: new Set(), foreign: 0 },
): Tag | null {
  opening.lastIndex = at;
  const match = opening.exec(html);
  if (match === null) return null;
  const [start, slash = '', written = ''] = match;
  const base = {
    kind: 'tag',
    closes: slash === '/',
    closesItself: false,
    attributes: [],
    content: null,
  } as const;
  if (written === '') {
    const end = commentEnd(html, at);
    return end < 0 ? null : { ...base, name: '', source: html.slice(at, end) };
  }
  const rest = readAttributes(html, at + start.length);
  if (rest === null) return null;
  const { end, ...found } = rest;
  const name = smallLetters(written);
  const tag = { ...base, ...found, name, source: html.slice(at, end) };
  if (tag.closes || !holdsNoHtml.has(name) || around.unclosed.has(name)) return tag;
  if (around.foreign > 0 && tag.closesItself) return tag;
  const close = closeOf(html, name, end);
  if (close === null) {
    around.unclosed.add(name);
    return tag;
  }
  return { ...tag, source: html.slice(at, close.end), content: html.slice(end, close.start) };
}

/** Browsers also read these as comments: `<?xml ?>`, `<![endif]>`, `</ p>`. A doctype ends in the same way. */
function commentEnd(html: string, at: number): number {
  if (!html.startsWith('<!--', at)) return endOf(html, '>', at + 2);
  const [empty] = /^-?>/u.exec(html.slice(at + 4, at + 6)) ?? [];
  if (empty !== undefined) return at + 4 + empty.length;
  const close = /--!?>/u.exec(html.slice(at + 4));
  return close === null ? -1 : at + 4 + close.index + close[0].length;
}

/** Finds the first end tag with this name, or null. */
function closeOf(html: string, name: string, from: number): { start: number; end: number } | null {
  const anyCase = name.replace(/[a-z]/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const close = new RegExp(`</${anyCase}(?=[\\t\\n\\f\\r />])`, 'u').exec(html.slice(from));
  if (close === null) return null;
  const start = from + close.index;
  const end = readAttributes(html, start + close[0].length)?.end;
  return end === undefined ? null : { start, end };
}

function endOf(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at < 0 ? -1 : at + sign.length;
}

export type Attribute = {
  /** In lower case. */
  readonly name: string;
  /** The name with its capitals, which some names of SVG have. */
  readonly written: string;
  /** Without quotes. Entities are not resolved. */
  readonly value: string;
};

type TagRest = {
  /** In their order. Browsers use only the first of two with the same name, and so does this reader. */
  readonly attributes: readonly Attribute[];
  /** Whether `/>` ends the tag. */
  readonly closesItself: boolean;
  /** The index behind the `>`. */
  readonly end: number;
};

/** One attribute with the white space before it. A quote that is never closed takes the rest of the text. */
const attribute =
  /[\t\n\f\r /]*(=?[^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?/uy;
/** A tag with more attributes counts as text, so that hostile text is not read again and again. */
const attributeLimit = 200;

/**
 * Reads a tag from the index behind its name, following the HTML standard (sections 13.2.5.32 to 13.2.5.40). Returns
 * null if the tag has no end.
 */
function readAttributes(html: string, from: number): TagRest | null {
  const attributes = new Map<string, Attribute>();
  let at = from;
  for (let count = 0; count <= attributeLimit; count += 1) {
    attribute.lastIndex = at;
    const [read = '', written = '', ...values] = attribute.exec(html) ?? [];
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
  const written = attributes.map(({ name: key, value }) => ` ${key}="${quoted(value)}"`);
  return `<${name}${written.join('')}${end}`;
}

/** The `&` stays, because it may begin an entity. */
function quoted(value: string): string {
  return value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
