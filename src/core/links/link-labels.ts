/** Short names of the chosen links, for models: `L1` is the first. */
export type LinkLabels = { readonly prefix: string; readonly urls: readonly string[] };

/** Chooses labels that occur neither in the content nor in a URL. */
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
  /** Matches a label alone, as models write it. Groups: the optional prefix, and the number. */
  readonly alone: RegExp;
  /** Matches a label in parentheses behind words in brackets, with any number and width of brackets. */
  readonly linked: RegExp;
  /** Matches a label in parentheses without words. */
  readonly bare: RegExp;
};

const made = new WeakMap<LinkLabels, LabelPatterns>();

/** Patterns are made once for each set of labels. */
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

/** Returns the URL of the link with this number. */
export function urlOfNumber({ urls }: LinkLabels, digits: string): string | undefined {
  return urls[Number(digits) - 1];
}
