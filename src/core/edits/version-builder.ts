import type { Document } from '#core/document/document.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import type { Span } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { labelOf, labelsFor, resolveLabels, type LinkLabels } from '#core/links/link-labels.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';
import { linkedUrls } from '#core/document/own-links.ts';
import { withoutEntities } from '#core/links/web-address.ts';

import { createClaimFinder, type FindClaims } from './claims.ts';
import { createCleaner, textLimit, type CleanText } from './clean-text.ts';
import {
  orderEdits,
  type EditRequest,
  type LinesRequest,
  type SkipRequest,
  type DroppedEdit,
  type Change,
  type DropReason,
  type Edit,
  type EditAuthor,
} from './edit.ts';
import { keepsText } from './version-rules.ts';
import type { ComparedText } from './compare-text.ts';
import { knownWordsOf } from './foreign.ts';
import { createLimits } from './limits.ts';
import { linkCount, plainTextOf, trimPieces } from './pieces.ts';
import { placeEdit, readOwn, setLines } from './place-edit.ts';
import { dropped, type OwnWords, type Placing, type VersionMaterial } from './placing.ts';
import type { VersionName } from './version-names.ts';

/** What the versions of one content share. The links are in the order of their labels. */
type VersionSource = {
  readonly document: Document;
  readonly numbered: readonly NumberedSentence[];
  readonly links: readonly ChosenLink[];
  /** The relinks of the content, which each version has. */
  readonly relinks?: readonly Edit[];
};
type VersionBuilderOptions = VersionSource & { readonly version: VersionName };

/** What is read from the content and its links once for all versions. */
export type SourceReading = {
  readonly labels: LinkLabels;
  readonly clean: (text: string) => CleanText;
  readonly claimsIn: FindClaims;
  readonly own: OwnWords;
  /** The URLs that the content links already, with its relinks. */
  readonly ownLinks: readonly string[];
};

export function readSource({ document, numbered, links, relinks = [] }: VersionSource): SourceReading {
  const { content } = document;
  const labels = labelsFor(content, links);
  return {
    labels,
    clean: createCleaner(labels, knownWordsOf(content, links)),
    claimsIn: createClaimFinder(content, links),
    own: readOwn(document, numbered),
    ownLinks: [...linkedUrls(content, labels.urls), ...relinks.flatMap(({ relink }) => relink?.url ?? [])],
  };
}

/** Collects the edits of one version as they arrive. An edit that was returned never changes, and edits never overlap. */
export type VersionBuilder = BuiltInPlacer & {
  /**
   * Places an edit that a writer requests. Returns null if it is dropped or changes nothing. With `mayAdd`, a replacement
   * with a link that the safe version does not allow becomes an addition: the comparison of two texts may have taken a
   * new sentence for a changed one.
   */
  place(request: EditRequest, by: EditAuthor, mayAdd?: boolean): Edit | null;
  /** Places the edits that `compareText` has found in a version that was written as a whole text. */
  placeAll(compared: ComparedText, by: EditAuthor): Edit[];
  /** Records that a writer leaves a link out, because it does not fit the content. */
  skip(skip: SkipRequest): void;
  /** Returns the links that were left out on purpose and have no place, each with its reason. */
  skipped(): { readonly link: ChosenLink; readonly reason: string }[];
  /** In the order of the content. */
  edits(): Edit[];
  dropped(): DroppedEdit[];
  /** The ids of additions that are at another sentence than the requested one. */
  moved(): string[];
  /** Addresses and labels that do not belong to a selected link. */
  unknownUrls(): string[];
  /** Links that have no place yet and were not left out on purpose. */
  missing(): ChosenLink[];
  /** Returns the numbers of the sentences where edits with this link, or else with an unknown one, were requested. */
  triedAt(url: string): number[];
};

/** What only the built-in writer does. Its words are the user's, so no limits hold for it. */
type BuiltInPlacer = {
  /** Puts a link on words of the author. Returns null if they have an edit, or if the link needs no place. */
  linkWords(span: Span, url: string): Edit | null;
  /** Adds lines. Returns null if none of their links needs a place. */
  addLines(request: LinesRequest): Edit | null;
  /** Returns the change that lines, or a link on words of the author, would make. Null: it cannot be made. */
  offer(request: LinesRequest | Span, url: string): Change | null;
};

/** @param read what was read from the same content and links */
export function createVersionBuilder(
  options: VersionBuilderOptions,
  read = readSource(options),
): VersionBuilder {
  const { document } = options;
  const placer = createPlacer(options, read);
  const { count, record, place } = placer;
  const { edits, moved, unknownUrls, tried } = record;
  const skipped = createSkips(read);
  return {
    place,
    ...createBuiltInPlacer(placer, read.clean),
    skip: skipped.add,
    skipped: () => count.missing().flatMap((link) => skipped.of(link) ?? []),
    placeAll({ edits: requests, unknown, lost }, by) {
      for (const address of unknown) unknownUrls.add(address);
      for (const words of lost) record.drop('no-place', words);
      return requests.flatMap((request) => place(request, by, true) ?? []);
    },
    edits: () => orderEdits(edits),
    dropped: () => [...record.drops],
    moved: () => [...moved],
    unknownUrls: () => strangersAmong(unknownUrls, document.content, read.labels),
    missing: () => count.missing().filter((link) => skipped.of(link) === null),
    triedAt: (url) => [...(tried.get(url) ?? tried.get('') ?? [])],
  };
}

/** How much text a version may search for words of the author, in UTF-16 units. Honest answers need far less. */
const searchLimit = 3_000_000;

/** Adds what a version says of its places. */
function strangersAmong(addresses: ReadonlySet<string>, content: string, labels: LinkLabels): string[] {
  const names = labels.urls.flatMap((url, index) => [url, labelOf(labels, index)]);
  const isOurs = knownWordsOf([withoutEntities(content), ...names].join('\n'), []);
  return [...addresses].filter((address) => !isOurs(address));
}

/** Returns the change that puts a link around a stretch of the content. Null: the link could not be read back. */
function linkAround(content: string, span: Span, url: string, urls: readonly string[]): Change | null {
  const text = writeMarkup(content.slice(span.start, span.end), url);
  const [link, ...rest] = readMarkup(text, urls);
  const isLink = link?.type === 'link' && link.url === url && rest.length === 0;
  return isLink ? { ...span, text } : null;
}

function createPlacer(
  { document, numbered, version, links, relinks = [] }: VersionBuilderOptions,
  { labels: { urls }, clean, claimsIn, own, ownLinks }: SourceReading,
) {
  const count = createLinkCount(links, ownLinks);
  const sentences = numbered.length;
  const replaceable = numbered.filter((sentence) => sentence.replaceable).length;
  const limits = createLimits(version, replaceable, links.length, count.open);
  const record = createRecord(relinks);
  const { isFree, hasAddition } = record;
  let unsearched = searchLimit;
  const maySearch = (length: number) => (unsearched -= length) >= 0;
  const shared = { document, numbered, version, urls, limits, isFree, hasAddition, maySearch };
  const material: VersionMaterial = { ...own, ...shared };

  /** The model's edits beyond this number are dropped unread, so that they take no work. */
  const most = 40 + 2 * sentences + 6 * links.length;
  let requests = 0;

  function placingOf(request: EditRequest, mayAdd: boolean): Placing {
    if (request.text.length > textLimit) return dropped('too-long');
    // A hyphen at the start would be read as the mark of an item.
    const cleaned = clean(request.text.replace(/^\s*-(?=\s)/u, '–'));
    record.addRequest(request, cleaned);
    const refusal = refusalOf(request, cleaned);
    if (refusal !== null) return dropped(refusal);
    for (const sentence of cleaned.cut) record.drop('foreign', sentence);
    // A link that the version or this text has already becomes plain words.
    const isNeeded = count.forText();
    const pieces = trimPieces(
      cleaned.pieces.map(({ text, url }) => ({ text, url: isNeeded(url) ? url : null })),
    );
    const placing = placeCleaned(material, request, { ...cleaned, pieces }, mayAdd);
    if (placing.kind !== 'placed') return placing;
    const { change } = placing;
    if (keepsText(version) && claimsIn(plainTextOf(placing.pieces)).length > 0) return dropped('claim');
    if (isFree(change)) return placing;
    return dropped(change.end > change.start ? 'too-many' : 'no-place');
  }

  function place(request: EditRequest, by: EditAuthor, mayAdd = false): Edit | null {
    // A repair call is not refused because the first call wrote too much.
    if (by === 'model') requests += 1;
    const placing = by === 'model' && requests > most ? dropped('too-many') : placingOf(request, mayAdd);
    if (placing.kind === 'unchanged') return null;
    if (placing.kind === 'dropped') return record.drop(placing.reason, request.text);
    const edit = record.add(placing.change, by);
    if (placing.isMoved) record.moved.push(edit.id);
    limits.add(placing.replaced, placing.pieces);
    countLinks(edit);
    return edit;
  }

  function countLinks({ text }: Change): void {
    count.add(readMarkup(text, urls).flatMap((each) => (each.type === 'link' ? [each.url] : [])));
  }

  return { count, record, material, place, countLinks };
}

function createBuiltInPlacer(
  { count, record, material, countLinks }: ReturnType<typeof createPlacer>,
  clean: SourceReading['clean'],
): BuiltInPlacer {
  const linkOver = (span: Span, url: string): Change | null =>
    record.isFree(span) ? linkAround(material.document.content, span, url, material.urls) : null;

  /** Items whose link is not welcome are left out. */
  function placeLines(request: LinesRequest, isWelcome: (url: string) => boolean): Change | null {
    const items = request.items
      .map((text, index) => ({
        pieces: trimPieces(clean(text).pieces),
        joint: request.joints?.[index] ?? '',
      }))
      .filter(({ pieces }) => pieces.some(({ url }) => url !== null && isWelcome(url)));
    const isFree = record.isFree({ start: request.at.offset, end: request.at.offset });
    return items.length > 0 && isFree ? setLines(material, request, items) : null;
  }

  function add(change: Change | null): Edit | null {
    if (change === null) return null;
    countLinks(change);
    return record.add(change, 'built-in');
  }

  return {
    linkWords: (span, url) => (count.forText()(url) ? add(linkOver(span, url)) : null),
    addLines: (request) => add(placeLines(request, count.forText())),
    offer: (request, url) => ('at' in request ? placeLines(request, () => true) : linkOver(request, url)),
  };
}

/** Returns why a cleaned text cannot be an edit any more. Null: it still can. */
function refusalOf({ action }: EditRequest, { pieces, cut, lostLink }: CleanText): DropReason | null {
  if (linkCount(pieces) > 0) return null;
  // An addition that lost its link is useless.
  return cut.length > 0 || (lostLink && action === 'insert') ? 'foreign' : null;
}

function placeCleaned(
  material: VersionMaterial,
  request: EditRequest,
  { pieces, cut }: CleanText,
  mayAdd: boolean,
): Placing {
  // If a sentence of a replacement was removed, the rest is only added.
  const action = cut.length > 0 ? 'insert' : request.action;
  const placing = placeEdit(material, { ...request, action }, pieces);
  const isRefused = placing.kind === 'dropped' && placing.reason === 'not-safe';
  return isRefused && mayAdd && linkCount(pieces) > 0
    ? placeEdit(material, { ...request, action: 'insert' }, pieces)
    : placing;
}

/** The longest reason for a link that is left out, in UTF-16 units. */
const reasonLimit = 200;

/** Collects the links that a writer leaves out. Links with the same URL are left out together. */
function createSkips({ labels, clean }: SourceReading) {
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

/** Records the result for each edit of one version, which begins with the relinks. */
function createRecord(relinks: readonly Edit[]) {
  const edits: Edit[] = [...relinks];
  const drops: DroppedEdit[] = [];
  const moved: string[] = [];
  const unknownUrls = new Set<string>();
  const tried = new Map<string, number[]>();
  return {
    edits,
    drops,
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
    isFree: ({ start, end }: Span) => !edits.some((edit) => start < edit.end && end > edit.start),
    hasAddition: (offset: number) => edits.some(({ start, end }) => start === offset && end === offset),
    add({ start, end, text }: Change, by: EditAuthor): Edit {
      const edit = { id: `${edits.length - relinks.length + 1}`, start, end, text, by };
      edits.push(edit);
      return edit;
    },
    drop(reason: DropReason, text: string): null {
      if (drops.length < droppedLimit.edits)
        drops.push({ reason, text: text.trim().slice(0, droppedLimit.text) });
      return null;
    },
  };
}

/** Counts the places that the selected links still need. Several links may have the same URL. */
function createLinkCount(links: readonly ChosenLink[], ownLinks: readonly string[]) {
  const left = new Map<string, number>();
  for (const { url } of links) left.set(url, (left.get(url) ?? 0) + 1);
  for (const url of ownLinks) usePlace(left, url);

  return {
    /** Returns a function that tells for the links of one text, in order, whether they still need a place. */
    forText() {
      const here = new Map(left);
      return (url: string | null) => url !== null && usePlace(here, url);
    },
    add(urls: readonly string[]): void {
      for (const url of urls) usePlace(left, url);
    },
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
