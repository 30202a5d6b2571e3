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
export function readAttributes(html: string, from: number): TagRest | null {
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
export function smallLetters(name: string): string {
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
