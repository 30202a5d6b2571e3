/** A line of a text. */
type TextLine = { readonly text: string };

/**
 * Returns how many lines the front matter takes, with the blank lines above it. 0: there is none. Front matter is YAML
 * or the code of Astro between lines of `---`, which may name a language as Eleventy does, TOML between lines of `+++`, or an object of JSON. A text between two
 * rules is none.
 */
export function frontMatterLength(lines: readonly TextLine[]): number {
  const first = lines.findIndex(({ text }) => text.trim() !== '');
  const opening = lines[first]?.text ?? '';
  if (opening.trim().startsWith('{')) return jsonLength(lines, first);
  const [, fence, language] =
    /^\s*(---|\+\+\+)(?:\s+#.*|(js|javascript|json|toml|ya?ml))?\s*$/u.exec(opening) ?? [];
  if (fence === undefined) return 0;
  const isIndented = /^[ \t]/u.test(opening);
  const closes = ({ text }: TextLine, index: number) =>
    index > first && [fence, '...'].includes(isIndented ? text.trim() : text.trimEnd());
  const close = lines.findIndex(closes);
  const isFound = language !== undefined || holdsData(lines.slice(first + 1, Math.max(first + 1, close)));
  return isFound ? close + 1 : 0;
}

function jsonLength(lines: readonly TextLine[], first: number): number {
  const isOne = lines[first]?.text.trimEnd().endsWith('}') === true;
  const last = isOne ? first : lines.findIndex(({ text }, index) => index > first && text.trimEnd() === '}');
  const source = lines.slice(first, last + 1).map(({ text }) => text);
  try {
    const value: unknown = JSON.parse(source.join('\n'));
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? last + 1 : 0;
  } catch {
    return 0;
  }
}

/** A key of YAML or TOML: in quotes, or up to six words. */
const keyStart = /^\s*(?:- )?(?:"[^"]{1,100}"|'[^']{1,100}'|[^\s:=#"']+(?: [^\s:=]+){0,5})[ \t]*[:=]/u;
const oneWordKey = /^\s*\S+\s*[:=]/u;
/** Comments, lists, brackets, and lines that belong to a key above. */
const belowKey = /^(?:\s*(?:#.*)?$|[ \t[\]{}-])/u;
const codeOfAstro = /^(?:import\s.*["']|(?:const|export|let|var)\s+[\w[{])/u;

function holdsData(lines: readonly TextLine[]): boolean {
  if (lines.some(({ text }) => codeOfAstro.test(text))) return true;
  const filled = lines.filter(({ text }) => !/^\s*(?:#.*)?$/u.test(text));
  // A lone sentence may have a colon.
  if (filled.length === 0 || (filled.length === 1 && !oneWordKey.test(filled[0]?.text ?? ''))) return false;
  return isYaml(lines, true) || isYaml(lines, false);
}

/** @param hasLongValues whether a value in quotes may go on in the next lines */
function isYaml(lines: readonly TextLine[], hasLongValues: boolean): boolean {
  let hasKey = false;
  let open: string | null = null;
  for (const { text } of lines) {
    if (open !== null) {
      if (text.includes(open)) open = null;
      continue;
    }
    const key = keyStart.exec(text)?.[0];
    if (key !== undefined) {
      hasKey = true;
      if (hasLongValues) open = openQuoteOf(text.slice(key.length).trim());
    } else if (!belowKey.test(text)) return false;
  }
  return hasKey && open === null;
}

/** Returns the quotes that a value begins with and that do not end on its line. */
function openQuoteOf(value: string): string | null {
  const quotes = /^(?:"""|'''|"|')/u.exec(value)?.[0];
  if (quotes === undefined) return null;
  return value.replace(/\\./gu, '').includes(quotes, quotes.length) ? null : quotes;
}
