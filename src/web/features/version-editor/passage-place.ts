import type { Passage } from './passages.ts';

/** Where a passage is drawn, in pixels from the top left corner of the element that holds the text and its tools. */
export type PassagePlace = {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  /** Of the text, where the addition would be a paragraph of its own. */
  readonly width: number | null;
};

/** The stretches of the author's own text that are drawn, in order, with their places in the content. */
type Stretch = { readonly at: number; readonly text: Text };

/** Finds where passages are drawn; null for one that is nowhere. Holds for as long as the text stays as it is. */
export function createPassagePlaces(root: HTMLElement) {
  const reading = root.querySelector<HTMLElement>('.reading') ?? root;
  const stretches = stretchesIn(reading);
  const range = document.createRange();

  return function placeOf(passage: Passage): PassagePlace | null {
    const box = boxBefore(passage.offset, stretches, range);
    if (box === null) return null;
    const corner = root.getBoundingClientRect();
    const text = reading.getBoundingClientRect();
    if (!passage.ownParagraph)
      return {
        top: box.top - corner.top,
        left: box.right - corner.left + 1,
        height: box.height,
        width: null,
      };
    return { top: box.bottom - corner.top + 6, left: text.left - corner.left, height: 3, width: text.width };
  };
}

function stretchesIn(reading: HTMLElement): Stretch[] {
  const stretches: Stretch[] = [];
  for (const element of reading.querySelectorAll<HTMLElement>('[data-at]')) {
    const text = element.firstChild;
    const isGone = element.closest('del') !== null;
    if (text instanceof Text && !isGone) stretches.push({ at: Number(element.dataset['at']), text });
  }
  return stretches.toSorted((a, b) => a.at - b.at);
}

/** The sign before the offset, or the nearest that is drawn before it. */
function boxBefore(offset: number, stretches: readonly Stretch[], range: Range): DOMRect | null {
  let before: Stretch | null = null;
  for (const stretch of stretches) {
    if (stretch.at >= offset) break;
    before = stretch;
  }
  if (before === null) {
    const first = stretches[0];
    return first === undefined ? null : boxOf(first.text, 0, range, 'left');
  }
  return boxOf(before.text, Math.min(offset - before.at, before.text.length) - 1, range, 'right');
}

function boxOf(text: Text, at: number, range: Range, side: 'left' | 'right'): DOMRect | null {
  range.setStart(text, at);
  range.setEnd(text, Math.min(text.length, at + 1));
  const box = [...range.getClientRects()].at(-1);
  if (box === undefined) return null;
  return side === 'right' ? box : new DOMRect(box.left, box.top, 0, box.height);
}

/** A place on the same line is nearer than one on the next; a gap between paragraphs is aimed at from within it. */
export function nearestPlace(places: readonly (PassagePlace | null)[], x: number, y: number): number | null {
  let nearest: number | null = null;
  let least = Infinity;
  for (const [index, place] of places.entries()) {
    if (place === null) continue;
    const { top, left, height, width } = place;
    const down = Math.max(0, top - y, y - top - height);
    const distance = down * 4 + (width === null ? Math.abs(x - left) : 40);
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}
