import type { Span } from '#core/lib/helpers.ts';
import { resolveLabels, type LinkLabels } from '#core/links/link-labels.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';

import { textLimit, type CleanText } from './clean-text.ts';
import type { EditRequest, SkipRequest, Change, DroppedEdit, DropReason, Edit, EditAuthor } from './edit.ts';
import { plainTextOf } from './pieces.ts';

/** The longest reason for a link that is left out, in UTF-16 units. */
const reasonLimit = 200;

/** Collects the links that a writer leaves out. Links with the same URL are left out together. */
export function createSkips({
  labels,
  clean,
}: {
  readonly labels: LinkLabels;
  readonly clean: (text: string) => CleanText;
}) {
  const reasons = new Map<string, string>();
  return {
    add({ link, reason }: SkipRequest): void {
      const { text } = resolveLabels(writeMarkup('x', link), labels);
      const url = readMarkup(text, labels.urls).find(({ type }) => type === 'link');
      if (url?.type !== 'link') return;
      const words = plainTextOf(clean(reason.slice(0, textLimit)).pieces).trim();
      reasons.set(url.url, words.length > reasonLimit ? `${words.slice(0, reasonLimit).trimEnd()}…` : words);
    },
    of(link: ChosenLink) {
      const reason = reasons.get(link.url);
      return reason === undefined ? null : { link, reason };
    },
  };
}

/** Limits for the list of dropped edits: their number, and the length of their texts in UTF-16 units. */
const droppedLimit = { edits: 100, text: 500 };

/** Records the result for each edit of one version. */
export function createRecord() {
  const edits: Edit[] = [];
  const dropped: DroppedEdit[] = [];
  const moved: string[] = [];
  const unknownUrls = new Set<string>();
  const tried = new Map<string, number[]>();
  return {
    edits,
    dropped,
    moved,
    unknownUrls,
    /** For each URL, the sentences at which an edit requested it. An empty URL stands for an unknown link. */
    tried,
    /** Records the links that an edit requests. */
    addRequest({ sentence }: EditRequest, { pieces, lostLink, unknown }: CleanText): void {
      for (const address of unknown) unknownUrls.add(address);
      const urls = pieces.flatMap(({ url }) => url ?? []);
      for (const url of lostLink ? [...urls, ''] : urls)
        tried.set(url, [...(tried.get(url) ?? []), sentence]);
    },
    /** Whether no edit overlaps the stretch. */
    isFree: ({ start, end }: Span) => !edits.some((edit) => start < edit.end && end > edit.start),
    add({ start, end, text }: Change, by: EditAuthor): Edit {
      const edit = { id: `${edits.length + 1}`, start, end, text, by };
      edits.push(edit);
      return edit;
    },
    drop(reason: DropReason, text: string): null {
      if (dropped.length < droppedLimit.edits)
        dropped.push({ reason, text: text.trim().slice(0, droppedLimit.text) });
      return null;
    },
  };
}

/** Counts the places that the selected links still need. Several links may have the same URL. */
export function createLinkCount(links: readonly ChosenLink[], ownLinks: readonly string[]) {
  const left = new Map<string, number>();
  for (const { url, integrations } of links) left.set(url, (left.get(url) ?? 0) + integrations);
  for (const url of ownLinks) usePlace(left, url);

  return {
    /** Begins a new text. Call `accepts` for its links in order: it returns whether a link still needs a place. */
    offer() {
      const here = new Map(left);
      return { accepts: (url: string | null) => url !== null && usePlace(here, url) };
    },
    add(urls: readonly string[]): void {
      for (const url of urls) usePlace(left, url);
    },
    /** Returns how many links have no place yet. */
    open: () => [...left.values()].reduce((sum, places) => sum + places, 0),
    missing(): ChosenLink[] {
      const here = new Map(left);
      // If several links have the same URL, the first ones get its places.
      return links
        .toReversed()
        .filter(({ url }) => usePlace(here, url))
        .toReversed();
    },
  };
}

function usePlace(left: Map<string, number>, url: string): boolean {
  const places = left.get(url) ?? 0;
  if (places > 0) left.set(url, places - 1);
  return places > 0;
}
