import type { Pausable, Span } from '#core/lib/helpers.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';
import { linkedUrls } from '#core/links/own-links.ts';
import { withoutEntities } from '#core/links/web-address.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { askedOfText } from '#core/text-diff/asked-of-text.ts';

import { createCleaner, textLimit, type CleanText } from './clean-text.ts';
import {
  orderEdits,
  type AskedAddition,
  type AskedEdit,
  type Change,
  type DroppedEdit,
  type DropReason,
  type Edit,
  type EditAuthor,
} from './edit.ts';
import { knownWordsOf } from './foreign.ts';
import { createLimits } from './limits.ts';
import { linkCount, trimPieces } from './pieces.ts';
import { placeEdit, readOwn, setAt, type VersionMaterial, type Placing } from './place-edit.ts';
import type { VersionName } from './version-names.ts';

/** The links are in the order of their labels. */
type Material = Pick<WritingJob, 'document' | 'numbered' | 'links'>;
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
    own: readOwn(document, numbered),
    ownLinks: linkedUrls(content, labels.urls),
  };
}

/**
 * Collects the edits of one version as they arrive. An edit that was returned never changes, and edits never
 * overlap.
 *
 * @param read what was read from the same content and links
 */
export function createVersionBuilder(options: VersionBuilderOptions, read = readMaterial(options)) {
  const { document, numbered } = options;
  const { labels, isKnown } = read;
  const { count, record, take, offer } = createTaker(options, read);
  const { edits, dropped, moved, unknownUrls, tried } = record;
  return {
    /** Places an edit that a writer asks for. Returns null if it is dropped or changes nothing. */
    take,
    /** Puts a link on words of the author. Returns null if they have an edit, or if the link needs no place. */
    linkWords(span: Span, url: string, by: EditAuthor): Edit | null {
      const text = writeMarkup(document.content.slice(span.start, span.end), url);
      const [link, ...rest] = readMarkup(text, labels.urls);
      const isLink = link?.type === 'link' && link.url === url && rest.length === 0;
      if (!isLink || !record.isFree(span) || !count.offer().takes(url)) return null;
      count.note([url]);
      return record.give({ ...span, text }, by);
    },
    /**
     * Reads a version that was written as a whole text, in steps. With a span, the text stands for that part of the
     * content.
     */
    *takeText(
      text: string,
      by: EditAuthor,
      span: Span = { start: 0, end: document.content.length },
    ): Pausable<Edit[]> {
      const material = { document, numbered, labels, span, isKnown };
      const { asked, unknown, lost } = yield* askedOfText(text, material);
      for (const address of unknown) unknownUrls.add(address);
      for (const words of lost) record.drop('no-place', words);
      const taken: Edit[] = [];
      for (const each of asked) {
        const edit = take(each, by, true);
        if (edit !== null) taken.push(edit);
        yield;
      }
      return taken;
    },
    /** Returns the change that an addition would make. Null: it cannot be added. */
    offer,
    /** In the order of the content. */
    edits: () => orderEdits(edits),
    dropped: () => [...dropped],
    /** The ids of additions that are at another sentence than the one that was asked for. */
    moved: () => [...moved],
    /** Addresses and labels that do not belong to a selected link. */
    unknownUrls(): string[] {
      const names = labels.urls.flatMap((url, index) => [url, labelOf(labels, index)]);
      const isOurs = knownWordsOf([withoutEntities(document.content), ...names].join('\n'), []);
      return [...unknownUrls].filter((address) => !isOurs(address));
    },
    /** Links that have no place yet. */
    missing: count.missing,
    /**
     * Returns the numbers of the sentences where edits with this link were asked for, including dropped edits. If there
     * are none, returns those of edits with an unknown link.
     */
    triedAt: (url: string) => [...(tried.get(url) ?? tried.get('') ?? [])],
  };
}

function createTaker(
  { document, numbered, version, links }: VersionBuilderOptions,
  { labels: { urls }, clean, own, ownLinks }: ReturnType<typeof readMaterial>,
) {
  const count = createLinkCount(links, ownLinks);
  const sentences = numbered.length;
  const limits = createLimits(version, sentences, links.length, count.open);
  const material: VersionMaterial = { ...own, document, numbered, version, urls, limits };
  const record = createRecord();

  /** The model's edits beyond this number are dropped unread, so that they take no work. */
  const most = 40 + 2 * sentences + 6 * links.length;
  let heard = 0;

  function placingOf(asked: AskedEdit | AskedAddition, mayAdd: boolean): Placing {
    if (asked.text.length > textLimit) return 'too-long';
    const cleaned = clean(asked.text);
    record.note(asked, cleaned);
    const refusal = refusalOf(asked, cleaned);
    if (refusal !== null) return refusal;
    for (const sentence of cleaned.cut) record.drop('foreign', sentence);
    // A link that the version or this text has already becomes plain words.
    const { takes } = count.offer();
    const pieces = trimPieces(
      cleaned.pieces.map(({ text, url }) => ({ text, url: takes(url) ? url : null })),
    );
    const placed = placeCleaned(material, asked, { ...cleaned, pieces }, mayAdd);
    if (placed === null || typeof placed === 'string') return placed;
    if (record.isFree(placed)) return placed;
    return placed.end > placed.start ? 'too-many' : 'no-place';
  }

  /**
   * With `mayAdd`, a replacement with a link that the safe version does not allow becomes an addition: the comparison
   * of two texts may have taken a new sentence for a changed one.
   */
  function take(asked: AskedEdit | AskedAddition, by: EditAuthor, mayAdd = false): Edit | null {
    // A repair call is not refused because the first call wrote too much.
    if (by === 'model') heard += 1;
    const placed = by === 'model' && heard > most ? 'too-many' : placingOf(asked, mayAdd);
    if (placed === null) return null;
    if (typeof placed === 'string') return by === 'built-in' ? null : record.drop(placed, asked.text);
    const edit = record.give(placed, by);
    if (placed.isMoved) record.moved.push(edit.id);
    limits.note(placed.replaced, placed.pieces);
    count.note(readMarkup(edit.text, urls).flatMap((each) => (each.type === 'link' ? [each.url] : [])));
    return edit;
  }

  function offer({ at, text }: AskedAddition): Change | null {
    const { pieces } = clean(text);
    return linkCount(pieces) === 0 ? null : setAt(material, at, pieces);
  }

  return { count, record, take, offer };
}

/** Limits for the list of dropped edits: their number, and the length of their texts in UTF-16 units. */
const droppedLimit = { edits: 100, text: 500 };

/** Records the result for each edit of one version. */
function createRecord() {
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
    /** For each URL, the sentences at which an edit asked for it. An empty URL stands for an unknown link. */
    tried,
    /** Notes the links that an edit asks for. */
    note(asked: AskedEdit | AskedAddition, { pieces, lostLink, unknown }: CleanText): void {
      for (const address of unknown) unknownUrls.add(address);
      if ('at' in asked) return;
      const urls = pieces.flatMap(({ url }) => url ?? []);
      for (const url of lostLink ? [...urls, ''] : urls)
        tried.set(url, [...(tried.get(url) ?? []), asked.sentence]);
    },
    /** Whether no edit overlaps the stretch. */
    isFree: ({ start, end }: Span) => !edits.some((edit) => start < edit.end && end > edit.start),
    give({ start, end, text }: Change, by: EditAuthor): Edit {
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

/** Returns why a cleaned text cannot be an edit any more. Null: it still can. */
function refusalOf(
  asked: AskedEdit | AskedAddition,
  { pieces, cut, lostLink }: CleanText,
): DropReason | null {
  const isBare = linkCount(pieces) === 0;
  if (isBare && (cut.length > 0 || 'at' in asked)) return 'foreign';
  // An addition that lost its link is useless.
  const isAddition = 'at' in asked || asked.action === 'insert';
  return lostLink && isBare && isAddition ? 'foreign' : null;
}

function placeCleaned(
  material: VersionMaterial,
  asked: AskedEdit | AskedAddition,
  { pieces, cut }: CleanText,
  mayAdd: boolean,
): Placing {
  if ('at' in asked) return placeEdit(material, asked, pieces);
  // If a sentence of a replacement was removed, the rest is only added.
  const action = cut.length > 0 ? 'insert' : asked.action;
  const placed = placeEdit(material, { ...asked, action }, pieces);
  const isAdded = placed === 'not-safe' && mayAdd && linkCount(pieces) > 0;
  return isAdded ? placeEdit(material, { ...asked, action: 'insert' }, pieces) : placed;
}

/** Counts the places that the selected links still need. Several links may have the same URL. */
function createLinkCount(links: readonly ChosenLink[], ownLinks: readonly string[]) {
  const left = new Map<string, number>();
  for (const { url, integrations } of links) left.set(url, (left.get(url) ?? 0) + integrations);
  for (const url of ownLinks) takePlace(left, url);

  return {
    /** Begins a new text. Call `takes` for its links in order: it returns whether a link still needs a place. */
    offer() {
      const here = new Map(left);
      return { takes: (url: string | null) => url !== null && takePlace(here, url) };
    },
    note(urls: readonly string[]): void {
      for (const url of urls) takePlace(left, url);
    },
    /** Returns how many links have no place yet. */
    open: () => [...left.values()].reduce((sum, places) => sum + places, 0),
    missing(): ChosenLink[] {
      const here = new Map(left);
      // If several links have the same URL, the first ones get its places.
      return links
        .toReversed()
        .filter(({ url }) => takePlace(here, url))
        .toReversed();
    },
  };
}

function takePlace(left: Map<string, number>, url: string): boolean {
  const places = left.get(url) ?? 0;
  if (places > 0) left.set(url, places - 1);
  return places > 0;
}
