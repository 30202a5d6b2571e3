import { knownUrlsOf, readLinkAt, type ReadUrls, type Segment } from './read-link.ts';
import type { ChosenLink } from './link.ts';

/** Reads link markup as it arrives. Both functions return the segments that are certain now. */
export type MarkupReader = {
  feed(chunk: string): Segment[];
  end(): Segment[];
};

export type MarkupOptions = {
  /** Known URLs that are also read if a bracket or a parenthesis is missing. */
  readonly looseUrls?: readonly string[];
};

/**
 * Reads `[[anchor]]((url))`. Known URLs are matched first and byte for byte, so that every URL that a user can save
 * is read exactly. Markup with any other address is an unknown link. Only the undecided end of the text is held
 * back: at most an anchor and an address.
 */
export function createMarkupReader(knownUrls: readonly string[], options: MarkupOptions = {}): MarkupReader {
  const urls: ReadUrls = {
    exact: knownUrlsOf(knownUrls),
    loose: knownUrlsOf(options.looseUrls ?? []),
  };
  let tail = '';
  let readAgainAt = 0;

  const take = (final: boolean): Segment[] => {
    const { segments, rest } = scan(tail, urls, final);
    tail = rest;
    // The undecided end is read again when it has grown by an eighth, which is linear in the long run.
    readAgainAt = rest.length + (rest.length >> 3);
    return segments;
  };

  return {
    feed(chunk) {
      tail += chunk;
      return tail.length > readAgainAt ? take(false) : [];
    },
    end: () => take(true),
  };
}

/** How much of a text is read in one step, in UTF-16 units. */
const readAStep = 16_384;

/** Reads a whole text at once. */
export function readMarkup(
  text: string,
  knownUrls: readonly string[],
  options: MarkupOptions = {},
): Segment[] {
  if (!text.includes('[')) return text === '' ? [] : [{ type: 'text', text }];
  const reader = createMarkupReader(knownUrls, options);
  return joinText([...reader.feed(text), ...reader.end()]);
}

/** Reads a whole text in steps. */
export function* readMarkupInSteps(
  text: string,
  knownUrls: readonly string[],
  options: MarkupOptions = {},
): Generator<undefined, Segment[]> {
  if (text.length <= readAStep) return readMarkup(text, knownUrls, options);
  const reader = createMarkupReader(knownUrls, options);
  const segments: Segment[] = [];
  for (let at = 0; at < text.length; at += readAStep) {
    for (const segment of reader.feed(text.slice(at, at + readAStep))) segments.push(segment);
    yield;
  }
  for (const segment of reader.end()) segments.push(segment);
  yield;
  return joinText(segments);
}

export function writeMarkup(anchor: string, url: string): string {
  return `[[${anchor}]]((${url}))`;
}

/** Returns the text that a segment was read from. */
export function sourceOf(segment: Segment): string {
  return segment.type === 'text' ? segment.text : segment.source;
}

/** Joins neighbouring text segments. */
export function joinText(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  let pieces: string[] = [];
  const close = () => {
    if (pieces.length > 0) joined.push({ type: 'text', text: pieces.join('') });
    pieces = [];
  };
  for (const segment of segments) {
    if (segment.type === 'text') pieces.push(segment.text);
    else {
      close();
      joined.push(segment);
    }
  }
  close();
  return joined;
}

function scan(text: string, urls: ReadUrls, final: boolean): { segments: Segment[]; rest: string } {
  const segments: Segment[] = [];
  let done = 0;
  let rest = text.length;
  let at = text.indexOf('[');
  while (at >= 0) {
    const reading = readLinkAt(text, at, urls, final);
    if (reading.outcome === 'undecided') {
      rest = reading.start;
      break;
    }
    if (reading.outcome === 'link') {
      if (reading.start > done) segments.push({ type: 'text', text: text.slice(done, reading.start) });
      segments.push(reading.segment);
      done = reading.end;
    }
    at = text.indexOf('[', reading.outcome === 'link' ? reading.end : reading.resume);
  }
  if (rest > done) segments.push({ type: 'text', text: text.slice(done, rest) });
  return { segments, rest: text.slice(rest) };
}

/** Counts the places that the chosen links still need. Several links may have the same URL. */
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
    /** Returns a check for the links of one new text, in their order: whether each still needs a place. */
    offer() {
      const here = new Map(left);
      return { takes: (url: string | null) => url !== null && take(here, url) };
    },
    note(urls: readonly string[]): void {
      for (const url of urls) take(left, url);
    },
    /** Counts again in the whole text. */
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
