import type { Pausable, Span } from '#core/lib/helpers.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { labelOf, labelsFor, type LinkLabels } from '#core/links/link-labels.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';
import { linkedUrls } from '#core/links/own-links.ts';
import { withoutEntities } from '#core/links/web-address.ts';
import { askedOfText } from '#core/text-diff/asked-of-text.ts';

import { createClaimFinder } from './claims.ts';
import { createCleaner, textLimit, type CleanText } from './clean-text.ts';
import {
  keepsText,
  orderEdits,
  type AskedAddition,
  type AskedEdit,
  type Change,
  type DropReason,
  type Edit,
  type EditAuthor,
} from './edit.ts';
import { knownWordsOf } from './foreign.ts';
import { createLimits } from './limits.ts';
import { createLinkCount, createRecord, createSkips } from './version-record.ts';
import { linkCount, plainTextOf, trimPieces } from './pieces.ts';
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
    claimsIn: createClaimFinder(content, links),
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
  const skipped = createSkips(read);
  const change = (span: Span, url: string) =>
    record.isFree(span) ? linkAround(document.content, span, url, labels.urls) : null;
  return {
    /** Places an edit that a writer asks for. Returns null if it is dropped or changes nothing. */
    take,
    /** Puts a link on words of the author. Returns null if they have an edit, or if the link needs no place. */
    linkWords(span: Span, url: string, by: EditAuthor): Edit | null {
      const linked = change(span, url);
      if (linked === null || !count.offer().takes(url)) return null;
      count.note([url]);
      return record.give(linked, by);
    },
    /** Notes that a writer leaves a link out, because it does not fit the content. */
    skip: skipped.add,
    /** Returns the links that were left out on purpose and have no place, each with its reason. */
    skipped: () => count.missing().flatMap((link) => skipped.of(link) ?? []),
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
    /** Returns the change that an addition, or a link on words of the author, would make. Null: it cannot be made. */
    offer: (asked: AskedAddition | Span, url: string): Change | null =>
      'at' in asked ? offer(asked) : change(asked, url),
    /** In the order of the content. */
    edits: () => orderEdits(edits),
    dropped: () => [...dropped],
    /** The ids of additions that are at another sentence than the one that was asked for. */
    moved: () => [...moved],
    /** Addresses and labels that do not belong to a selected link. */
    unknownUrls: () => strangersAmong(unknownUrls, document.content, labels),
    /** Links that have no place yet and were not left out on purpose. */
    missing: () => count.missing().filter((link) => skipped.of(link) === null),
    /** Returns the numbers of the sentences where edits with this link, or else with an unknown one, were asked for. */
    triedAt: (url: string) => [...(tried.get(url) ?? tried.get('') ?? [])],
  };
}

/** How much text a version may search for words of the author, in UTF-16 units. Honest answers need far less. */
const searchLimit = 3_000_000;

/** Adds what a version says of its places. */
function materialFor(
  known: Omit<VersionMaterial, 'isFree' | 'taken' | 'maySearch'>,
  { edits, isFree }: ReturnType<typeof createRecord>,
): VersionMaterial {
  let left = searchLimit;
  return {
    ...known,
    isFree,
    taken: (offset) => edits.some(({ start, end }) => start === offset && end === offset),
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

function createTaker(
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
  let heard = 0;

  function placingOf(asked: AskedEdit | AskedAddition, mayAdd: boolean): Placing {
    if (asked.text.length > textLimit) return 'too-long';
    // A hyphen at the start would be read as the mark of an item.
    const cleaned = clean(asked.text.replace(/^\s*-(?=\s)/u, '–'));
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
    if (keepsText(version) && claimsIn(plainTextOf(placed.pieces)).length > 0) return 'claim';
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
