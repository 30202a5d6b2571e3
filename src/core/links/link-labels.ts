/** Short names for the chosen links, by which a model refers to them: `L1` is the first. */
export type LinkLabels = { readonly prefix: string; readonly urls: readonly string[] };

/** Labels that neither the content nor a URL could be taken for. */
export function labelsFor(content: string, links: readonly { readonly url: string }[]): LinkLabels {
  const urls = links.map(({ url }) => url);
  const taken = new Set<number>();
  for (const text of [content, ...urls.map((url) => `(${url})`)]) {
    for (const [, letters = ''] of text.matchAll(/[(（]\s{0,8}(L{1,200})[ \t_-]?\d{1,9}\s{0,8}[)）]/giu))
      taken.add(letters.length);
  }
  let length = 1;
  while (taken.has(length)) length += 1;
  return { prefix: 'L'.repeat(length), urls };
}

export function labelOf({ prefix }: LinkLabels, index: number): string {
  return `${prefix}${index + 1}`;
}

export type LabelPatterns = {
  /** A label as models write it and nothing else, with two groups: the prefix, which may be missing, and the number. */
  readonly alone: RegExp;
  /** A label in parentheses behind words in brackets, whatever their number and width. */
  readonly linked: RegExp;
  /** A label in parentheses without words. */
  readonly bare: RegExp;
};

const made = new WeakMap<LinkLabels, LabelPatterns>();

/** Made once for each set of labels. */
export function labelPatterns(labels: LinkLabels): LabelPatterns {
  const patterns = made.get(labels) ?? patternsFor(labels);
  made.set(labels, patterns);
  return patterns;
}

const anchor = String.raw`([[［【]{1,2})([^[\]［］【】\n]{1,300})([\]］】]{1,2})\s{0,8}`;

function patternsFor({ prefix }: LinkLabels): LabelPatterns {
  const word = String.raw`(?:(?:link|label)[ \t]{0,3}[#:]?[ \t]{0,3})?`;
  const label = String.raw`[\x60<"'*_]?${word}(${prefix}[ \t_-]?)?#?(\d{1,9})[\x60>"'*_.]?`;
  return {
    alone: new RegExp(String.raw`^${label}$`, 'iu'),
    linked: new RegExp(String.raw`${anchor}([(（]{1,2})\s{0,8}${label}\s{0,8}([)）]{1,2})`, 'giu'),
    bare: new RegExp(String.raw`[ \t]?[(（]{2}\s{0,8}(${prefix}\d{1,9})\s{0,8}[)）]{2}`, 'giu'),
  };
}

/** The URL of the link with a number, as the label or the label's digits have it. */
export function urlOfNumber({ urls }: LinkLabels, digits: string): string | undefined {
  return urls[Number(digits) - 1];
}
