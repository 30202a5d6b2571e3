import type { Document } from '#core/document/document.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import type { Span } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { labelOf, labelsFor, type LinkLabels } from '#core/links/link-labels.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';
import { linkedUrls } from '#core/document/own-links.ts';
import { withoutEntities } from '#core/links/web-address.ts';

import { createClaimFinder } from './claims.ts';
import { createCleaner, textLimit, type CleanText } from './clean-text.ts';
import {
  keepsText,
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
import type { ComparedText } from './compare-text.ts';
import { knownWordsOf } from './foreign.ts';
import { createLimits } from './limits.ts';
import { createLinkCount, createRecord, createSkips } from './version-record.ts';
import { linkCount, plainTextOf, trimPieces } from './pieces.ts';
import { placeEdit, readOwn, setLines } from './place-edit.ts';
import { dropped, type Placing, type VersionMaterial } from './placing.ts';
import type { VersionName } from './version-names.ts';

/** What the versions of one content share. The links are in the order of their labels. */
type Material = {
  readonly document: Document;
  readonly numbered: readonly NumberedSentence[];
  readonly links: readonly ChosenLink[];
};
type VersionBuilderOptions = Material & { readonly version: VersionName };

/** Returns what is read from the content and its links once for all versions. */
export function readMaterial({ document, numbered, links }: Material) {
  const { content } = document;
  const labels = labelsFor(content, links);
  const isKnown = knownWordsOf(content, links);
  return {
    labels,
    isKnown,
    clean: createCleaner(labels, isKnown),
    claimsIn: createClaimFinder(content, links),
    own: readOwn(document, numbered),
    ownLinks: linkedUrls(content, labels.urls),
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
  read = readMaterial(options),
): VersionBuilder {
  const { document } = options;
  const { labels } = read;
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
    dropped: () => [...record.dropped],
    moved: () => [...moved],
    unknownUrls: () => strangersAmong(unknownUrls, document.content, labels),
    missing: () => count.missing().filter((link) => skipped.of(link) === null),
    triedAt: (url) => [...(tried.get(url) ?? tried.get('') ?? [])],
  };
}

/** How much text a version may search for words of the author, in UTF-16 units. Honest answers need far less. */
const searchLimit = 3_000_000;

/** Adds what a version says of its places. */
function materialFor(
  known: Omit<VersionMaterial, 'isFree' | 'hasAddition' | 'maySearch'>,
  { edits, isFree }: ReturnType<typeof createRecord>,
): VersionMaterial {
  let left = searchLimit;
  return {
    ...known,
    isFree,
    hasAddition: (offset) => edits.some(({ start, end }) => start === offset && end === offset),
    maySearch(length) {
      left -= length;
      return left >= 0;
    },
  };
}

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
  { document, numbered, version, links }: VersionBuilderOptions,
  { labels: { urls }, clean, claimsIn, own, ownLinks }: ReturnType<typeof readMaterial>,
) {
  const count = createLinkCount(links, ownLinks);
  const sentences = numbered.length;
  const replaceable = numbered.filter((sentence) => sentence.replaceable).length;
  const limits = createLimits(version, replaceable, links.length, count.open);
  const record = createRecord();
  const material = materialFor({ ...own, document, numbered, version, urls, limits }, record);

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
    const { accepts } = count.offer();
    const pieces = trimPieces(
      cleaned.pieces.map(({ text, url }) => ({ text, url: accepts(url) ? url : null })),
    );
    const placing = placeCleaned(material, request, { ...cleaned, pieces }, mayAdd);
    if (placing.kind !== 'placed') return placing;
    const { change } = placing;
    if (keepsText(version) && claimsIn(plainTextOf(placing.pieces)).length > 0) return dropped('claim');
    if (record.isFree(change)) return placing;
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
  clean: ReturnType<typeof readMaterial>['clean'],
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
    linkWords: (span, url) => (count.offer().accepts(url) ? add(linkOver(span, url)) : null),
    addLines: (request) => add(placeLines(request, count.offer().accepts)),
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
