import type { Document } from '#core/scan/document.ts';

import { mostReplaced } from './allowance.ts';
import type { AskedEdit, Edit } from './edit.ts';
import type { createLinkCount } from './link-count.ts';
import type { LinkLabels } from './link-labels.ts';
import type { NumberedText } from './numbered-text.ts';
import { overlaps } from './order-edits.ts';
import { cleanPieces } from './place-clean.ts';
import { createPlacer } from './place-edit.ts';
import type { Placed, Placing, Room } from './place-edit.ts';
import { resolveLabels } from './resolve-labels.ts';
import type { VersionName } from './version.ts';

type AskerOptions = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly version: VersionName;
  readonly labels: LinkLabels;
  readonly count: ReturnType<typeof createLinkCount>;
  /** Those of the version, as they come. */
  readonly edits: readonly Edit[];
  readonly unknownUrls: Set<string>;
};

/** Places what a reply asks for beside the edits that its version has already. */
export function createAsker(options: AskerOptions) {
  const { document, numbered, version, labels, count, edits, unknownUrls } = options;
  const { urls } = labels;
  const placer = createPlacer(document, numbered, urls);
  const room = createRoom(numbered, version, urls.length, () => count.missing().length);

  return {
    place(asked: AskedEdit): Placing {
      const aim = placer.aimOf(asked);
      const { text, unknown } = resolveLabels(asked.text, labels);
      const { pieces, unknown: more } = cleanPieces(text, urls, count.offer().takes);
      for (const address of [...unknown, ...more]) unknownUrls.add(address);
      if (aim === undefined) return 'no-place';
      const placed =
        asked.action === 'insert' ? placer.insert(aim, pieces) : placer.replace(aim, pieces, version, room);
      if (placed === null || typeof placed === 'string' || !overlaps(placed, edits)) return placed;
      return placed.end > placed.start ? 'too-many' : 'no-place';
    },
    note(placed: Placed): void {
      room.note(placed);
    },
  };
}

/**
 * A version may replace only so many sentences. While links are without a place, a third of these at most is kept for
 * replacements that bring one; so whoever writes plain replacements first does not use up what the links need.
 */
function createRoom(
  { sentences }: NumberedText,
  version: VersionName,
  linkCount: number,
  missing: () => number,
): Room & { note(placed: Placed): void } {
  const most = mostReplaced(sentences.length, version, linkCount);
  let used = 0;
  return {
    mayReplace(_, holdsLink) {
      const kept = holdsLink ? 0 : Math.min(missing(), Math.floor(most / 3));
      return used < most - kept;
    },
    note({ start, end }) {
      if (end > start) used += 1;
    },
  };
}
