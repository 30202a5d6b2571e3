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

/** A label as models write it, with two groups: the prefix, which may be missing, and the number. */
export function labelPattern({ prefix }: LinkLabels): string {
  const word = String.raw`(?:(?:link|label)[ \t]{0,3}[#:]?[ \t]{0,3})?`;
  return String.raw`[\x60<"'*_]?${word}(${prefix}[ \t_-]?)?#?(\d{1,9})[\x60>"'*_.]?`;
}

/** The URL of the link with a number, as the label or the label's digits have it. */
export function urlOfNumber({ urls }: LinkLabels, digits: string): string | undefined {
  return urls[Number(digits) - 1];
}
