import type { ChosenLink } from './link.ts';
import { readMarkup } from './link-markup.ts';

/** Counts the places that the selected links still need. Several links may have the same URL. */
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
    /** Begins a new text. `takes`, called for its links in order, returns whether a link still needs a place. */
    offer() {
      const here = new Map(left);
      return { takes: (url: string | null) => url !== null && take(here, url) };
    },
    note(urls: readonly string[]): void {
      for (const url of urls) take(left, url);
    },
    /** Starts again, and counts the links of the whole text. */
    recount,
    missing(): ChosenLink[] {
      const here = new Map(left);
      // If several links have the same URL, the first ones get its places.
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
