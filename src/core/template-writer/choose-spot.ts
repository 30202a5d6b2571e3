import type { Document } from '#core/document/document.ts';
import { firstEndingAt } from '#core/document/spans.ts';
import type { Fit } from '#core/ranking/weigh-links.ts';
import type { Edit, Spot } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { sentenceAt, type NumberedText } from '#core/prompt/numbered-text.ts';
import { paragraphBehind } from '#core/edits/spots.ts';

/** How many passages are tried for a link. */
const mostFits = 50;
/** Higher than for a suggestion: a wrong place is worse than the end of the text. */
const placeFloor = 1.21;

type Ground = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly version: VersionName;
  /** The edits of the version. */
  readonly edits: readonly Edit[];
};

/**
 * Chooses the place of additions: the end of the passage about the link. In the experimental version, and if nothing
 * may be added at that end (as in a list), it is a paragraph of its own behind the passage. No place is used twice.
 *
 * @returns a function that chooses among the passages for a link; it returns null if none of them is about the link,
 *   or free
 */
export function createSpotChooser({ document, numbered, version, edits }: Ground) {
  const { parts } = document;
  const isTaken = new Set(edits.map(({ start }) => start));
  const crowded = new Set(edits.map(({ start }) => firstEndingAt(parts, start)));

  const isWithin = (offset: number) => edits.some(({ start, end }) => start < offset && offset < end);

  function spotsNear({ sentence, passage }: Fit): Spot[] {
    const aim = sentenceAt(numbered, sentence.end);
    const part = parts[aim?.part ?? -1];
    if (aim === undefined || part === undefined) return [];
    const end = part.sentences.length <= 6 ? part.end : passage.end;
    const group = numbered.sentences
      .slice(aim.number - 1, aim.number + 12)
      .filter((each) => each.part === aim.part && each.end <= end);
    const last = group.at(-1);
    const behind = group.findLast(({ insertable }) => insertable);
    const inline =
      behind === undefined || part.kind === 'list'
        ? []
        : [{ offset: behind.end, part: aim.part, ownParagraph: false }];
    const own = paragraphBehind(document, aim.part) ?? [];
    const isAtEnd = behind?.number === last?.number || part.end > end;
    const isInline = version !== 'experimental' && isAtEnd;
    return isInline ? inline.concat(own) : [own, inline].flat();
  }

  /** Returns the best place without another addition near it, or else the best free one. */
  function best(fits: readonly Fit[]): Spot | null {
    let second: Spot | null = null;
    for (const fit of fits) {
      for (const spot of spotsNear(fit)) {
        if (isTaken.has(spot.offset) || isWithin(spot.offset)) continue;
        if (!crowded.has(spot.part)) return spot;
        second ??= spot;
      }
    }
    return second;
  }

  return (fits: readonly Fit[]): Spot | null => {
    const about = fits.filter(({ score }) => score >= placeFloor).toSorted((a, b) => b.score - a.score);
    const spot = best(about.slice(0, mostFits));
    if (spot !== null) {
      isTaken.add(spot.offset);
      crowded.add(spot.part);
    }
    return spot;
  };
}
