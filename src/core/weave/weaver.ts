import type { ChosenLink } from '#core/link/link.ts';
import { readMarkup } from '#core/markup/link-markup.ts';
import type { Document } from '#core/scan/document.ts';
import type { Span } from '#core/scan/spans.ts';

import { applyEdits } from './apply-edits.ts';
import type { AskedEdit, DroppedEdit, Edit, EditAuthor } from './edit.ts';
import type { Change } from './edits-of-text.ts';
import { createLinkCount } from './link-count.ts';
import { labelsFor } from './link-labels.ts';
import type { NumberedText } from './numbered-text.ts';
import { createAsker } from './place-asked.ts';
import { orderEdits, overlaps } from './order-edits.ts';
import type { VersionName } from './version.ts';
import { changesOfSection } from './weave-text.ts';

export type WeaverOptions = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly version: VersionName;
  /** In the order of their labels. */
  readonly links: readonly ChosenLink[];
};

/** The edits of one version as they come. What it once gave never changes, and none of its edits overlap. */
export type Weaver = {
  /** Places an edit that a reply asks for; null where it is dropped, or changes nothing. */
  take(asked: AskedEdit, by: EditAuthor): Edit | null;
  /** The edits of a version told as a whole text; of a part of the content where a span is given. */
  takeText(text: string, by: EditAuthor, span?: Span): Edit[];
  /** Adds an edit that is placed already; null where it overlaps another or brings no link that needs a place. */
  add(edit: Change, by: EditAuthor): Edit | null;
  /** In the order of the content. */
  edits(): Edit[];
  dropped(): DroppedEdit[];
  /** Addresses and labels that stand for no chosen link. */
  unknownUrls(): string[];
  /** Links that have no place yet. */
  missing(): ChosenLink[];
};

export function createWeaver({ document, numbered, version, links }: WeaverOptions): Weaver {
  const { content } = document;
  const urls = links.map(({ url }) => url);
  const labels = labelsFor(content, links);
  const count = createLinkCount(content, links);
  const edits: Edit[] = [];
  const dropped: DroppedEdit[] = [];
  const unknownUrls = new Set<string>();
  const asker = createAsker({ document, numbered, version, labels, count, edits, unknownUrls });

  function give(change: Change, by: EditAuthor): Edit {
    const edit = { id: `${edits.length + 1}`, start: change.start, end: change.end, text: change.text, by };
    edits.push(edit);
    return edit;
  }

  return {
    take(asked, by) {
      const placed = asker.place(asked);
      if (typeof placed === 'string') dropped.push({ reason: placed, text: asked.text });
      if (placed === null || typeof placed === 'string') return null;
      asker.note(placed);
      count.note(linksIn(placed.text, urls));
      return give(placed, by);
    },
    takeText(text, by, span = { start: 0, end: content.length }) {
      const section = { document, version, labels, urls, span, mayLink: () => count.offer().takes };
      const { changes, dropped: lost, unknown } = changesOfSection(text, section);
      for (const address of unknown) unknownUrls.add(address);
      dropped.push(...lost);
      const given = changes.filter((change) => !overlaps(change, edits)).map((change) => give(change, by));
      count.recount(applyEdits(content, orderEdits(edits)));
      return given;
    },
    add(edit, by) {
      const held = linksIn(edit.text, urls);
      const offer = count.offer();
      const isWanted = held.length > 0 && held.every((url) => offer.takes(url));
      const isSafe = version !== 'safe' || edit.start === edit.end;
      if (!isWanted || !isSafe || overlaps(edit, edits)) return null;
      count.note(held);
      return give(edit, by);
    },
    edits: () => orderEdits(edits),
    dropped: () => [...dropped],
    unknownUrls: () => [...unknownUrls],
    missing: () => count.missing(),
  };
}

function linksIn(text: string, urls: readonly string[]): string[] {
  return readMarkup(text, urls).flatMap((segment) => (segment.type === 'link' ? [segment.url] : []));
}
