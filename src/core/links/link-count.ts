import type { ChosenLink } from './link.ts';
import { readMarkup } from './link-markup.ts';

/** Counts the places that the chosen links still need; links may share a URL. */
export function createLinkCount(content: string, links: readonly ChosenLink[]) {
  const left = new Map<string, number>();
  recount(content);

  function recount(text: string): void {
    left.clear();
    for (const { url, integrations } of links) left.set(url, (left.get(url) ?? 0) + integrations);
    for (const segment of readMarkup(text, [...left.keys()])) {
      if (segment.type === 'link') take(left, segment.url);
    }
  }

  return {
    /** Tells of one link after another of a new text whether it still needs a place. */
    offer() {
      const here = new Map(left);
      return { takes: (url: string | null) => url !== null && take(here, url) };
    },
    note(urls: readonly string[]): void {
      for (const url of urls) take(left, url);
    },
    /** Counts anew in the whole text. */
    recount,
    missing(): ChosenLink[] {
      const here = new Map(left);
      // Of links that share a URL, the places go to the first.
      return links
        .toReversed()
        .filter(({ url }) => take(here, url))
        .toReversed();
    },
  };
}

function take(left: Map<string, number>, url: string): boolean {
  const places = left.get(url) ?? 0;
  if (places > 0) left.set(url, places - 1);
  return places > 0;
}
