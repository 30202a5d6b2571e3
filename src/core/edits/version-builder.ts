import type { ChosenLink } from '#core/links/link.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';

import { askedOfText } from '#core/text-diff/asked-of-text.ts';
import { createCleaner, knownWordsOf, textLimit, type CleanText } from './clean-text.ts';
import type { KnownWords } from './foreign.ts';
import {
  type AskedAddition,
  type AskedEdit,
  type Change,
  type DroppedEdit,
  type DropReason,
  type Edit,
  type EditAuthor,
  orderEdits,
  overlaps,
} from './edit.ts';
import type { VersionName } from './version.ts';
import { createLimits } from './limits.ts';
import { createLinkCount } from '#core/links/link-count.ts';
import { labelsFor, type LinkLabels } from '#core/links/link-labels.ts';
import type { NumberedText } from '#core/prompt/numbered-text.ts';
import { linkCount, trimPieces, type Piece } from './pieces.ts';
import { createPlacer, type Placer, type Placing } from './place-edit.ts';

export type VersionBuilderOptions = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly version: VersionName;
  /** In the order of their labels. */
  readonly links: readonly ChosenLink[];
};

/**
 * Collects the edits of one version as they arrive. An edit that was returned never changes, and edits never
 * overlap.
 */
export type VersionBuilder = {
  /** Places an edit that a writer asks for. Returns null if it is dropped or changes nothing. */
  take(asked: AskedEdit | AskedAddition, by: EditAuthor): Edit | null;
  /**
   * Reads a version that was written as a whole text, in steps. With a span, the text stands for that part of the
   * content.
   */
  takeText(text: string, by: EditAuthor, span?: Span): Generator<undefined, Edit[]>;
  /** Returns how an addition would stand if it were added. Null: it cannot be. */
  offer(asked: AskedAddition): Change | null;
  /** In the order of the content. */
  edits(): Edit[];
  dropped(): DroppedEdit[];
  /** The ids of additions that are at another sentence than the one that was asked for. */
  moved(): string[];
  /** Addresses and labels that do not belong to a chosen link. */
  unknownUrls(): string[];
  /** Links that have no place yet. */
  missing(): ChosenLink[];
  /**
   * Returns the numbers of the sentences for which an edit with this link was asked, also if it was dropped. If
   * there is none, returns those of edits with an unknown link.
   */
  triedAt(url: string): number[];
};

/** Limits for the list of dropped edits: their number, and the length of their texts in UTF-16 units. */
const toldLimit = { edits: 100, text: 500 };

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
    tried,
    /** Notes which links an edit was to bring. An empty URL stands for an unknown link. */
    note({ sentence }: AskedEdit, { pieces, lostLink }: CleanText): void {
      const urls = pieces.flatMap(({ url }) => url ?? []);
      for (const url of lostLink ? [...urls, ''] : urls)
        tried.set(url, [...(tried.get(url) ?? []), sentence]);
    },
    give({ start, end, text }: Change, by: EditAuthor): Edit {
      const edit = { id: `${edits.length + 1}`, start, end, text, by };
      edits.push(edit);
      return edit;
    },
    drop(reason: DropReason, text: string): null {
      if (dropped.length < toldLimit.edits)
        dropped.push({ reason, text: text.trim().slice(0, toldLimit.text) });
      return null;
    },
  };
}

export function createVersionBuilder(options: VersionBuilderOptions): VersionBuilder {
  const { document, numbered, links } = options;
  const { content } = document;
  const labels = labelsFor(content, links);
  const isKnown = knownWordsOf(content, links);
  const count = createLinkCount(content, links);
  const record = createRecord();
  const { take, offer } = createTaker(options, { labels, isKnown, count, record });

  return {
    take: (asked, by) => take(asked, by),
    *takeText(text, by, span = { start: 0, end: content.length }) {
      const { asked, unknown, lost } = yield* askedOfText(text, {
        document,
        numbered,
        labels,
        span,
        isKnown,
      });
      for (const address of unknown) record.unknownUrls.add(address);
      for (const words of lost) record.drop('no-place', words);
      const edits: Edit[] = [];
      for (const each of asked) {
        const edit = take(each, by, true);
        if (edit !== null) edits.push(edit);
        yield;
      }
      return edits;
    },
    offer,
    edits: () => orderEdits(record.edits),
    dropped: () => [...record.dropped],
    moved: () => [...record.moved],
    unknownUrls: () => [...record.unknownUrls],
    missing: () => count.missing(),
    triedAt: (url) => [...(record.tried.get(url) ?? record.tried.get('') ?? [])],
  };
}

type TakerParts = {
  readonly labels: LinkLabels;
  readonly isKnown: KnownWords;
  readonly count: ReturnType<typeof createLinkCount>;
  readonly record: ReturnType<typeof createRecord>;
};

/**
 * Cleans an edit, places it, and records the result. With `mayAdd`, a replacement that is not allowed in safe is
 * added for the sake of its link: the comparison may have taken a new sentence for a changed one.
 */
function createTaker(
  { document, numbered, version, links }: VersionBuilderOptions,
  { labels, isKnown, count, record }: TakerParts,
) {
  const { urls } = labels;
  const clean = createCleaner(labels, isKnown);
  const missing = () => count.missing().length;
  const sentences = numbered.sentences.length;
  const limits = createLimits({ version, sentences, links: links.length, missing });
  const placer = createPlacer({ document, numbered, version, urls, limits });

  const most = askedLimit(sentences, links.length);
  let heard = 0;

  function placingOf(asked: AskedEdit | AskedAddition, mayAdd: boolean): Placing {
    if (asked.text.length > textLimit) return 'too-long';
    const cleaned = clean(asked.text);
    for (const address of cleaned.unknown) record.unknownUrls.add(address);
    if (!('at' in asked)) record.note(asked, cleaned);
    const refusal = refusalOf(asked, cleaned);
    if (refusal !== null) return refusal;
    for (const sentence of cleaned.cut) record.drop('foreign', sentence);
    const placed = placeCleaned(placer, asked, { ...cleaned, pieces: wanted(cleaned.pieces) }, mayAdd);
    if (placed === null || typeof placed === 'string' || !overlaps(placed, record.edits)) return placed;
    return placed.end > placed.start ? 'too-many' : 'no-place';
  }

  /** A link that is in the version already, or twice in this text, becomes plain words. */
  function wanted(pieces: readonly Piece[]): Piece[] {
    const { takes } = count.offer();
    return trimPieces(pieces.map((piece) => (takes(piece.url) ? piece : { ...piece, url: null })));
  }

  function take(asked: AskedEdit | AskedAddition, by: EditAuthor, mayAdd = false): Edit | null {
    // A repair call is not refused because the first call wrote too much.
    if (by === 'model') heard += 1;
    const placed = by === 'model' && heard > most ? 'too-many' : placingOf(asked, mayAdd);
    if (placed === null) return null;
    if (typeof placed === 'string') return by === 'built-in' ? null : record.drop(placed, asked.text);
    const edit = record.give(placed, by);
    if (placed.isMoved) record.moved.push(edit.id);
    if (placed.replaced > 0) limits.noteReplaced(placed.replaced);
    else limits.noteAdded(placed.pieces);
    count.note(linksIn(edit.text, urls));
    return edit;
  }

  return {
    take,
    offer({ at, text }: AskedAddition): Change | null {
      const { pieces } = clean(text);
      return linkCount(pieces) === 0 ? null : placer.set(at, pieces);
    },
  };
}

function placeCleaned(
  placer: Placer,
  asked: AskedEdit | AskedAddition,
  { pieces, cut }: CleanText,
  mayAdd: boolean,
): Placing {
  if ('at' in asked) return placer.place(asked, pieces);
  // If a sentence of a replacement was removed, the rest with its link is only added.
  const action = cut.length > 0 ? 'insert' : asked.action;
  const placed = placer.place({ ...asked, action }, pieces);
  const isAdded = placed === 'not-safe' && mayAdd && linkCount(pieces) > 0;
  return isAdded ? placer.place({ ...asked, action: 'insert' }, pieces) : placed;
}

/** How many edits are read for one version: a few for each sentence and each link. More edits take no more work. */
function askedLimit(sentences: number, links: number): number {
  return 40 + 2 * sentences + 6 * links;
}

/** Returns why a cleaned text is no longer an edit. Null: it still is. */
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

function linksIn(text: string, urls: readonly string[]): string[] {
  return readMarkup(text, urls).flatMap((segment) => (segment.type === 'link' ? [segment.url] : []));
}
