import type { ChosenLink } from '#core/links/link.ts';
import type { Span } from '#core/document/spans.ts';
import type { Fit, LinkFits } from '#core/ranking/weigh-links.ts';

/** A part may have this many times its fair share of the links. */
const slack = 1.5;

/**
 * Gives each link to the part that it fits best. Links that would lose most in another part come first, and no part
 * gets too many links. A link that fits no part goes to a part that already has links, because parts without links
 * need no call.
 */
export function shareLinks(
  links: readonly ChosenLink[],
  parts: readonly Span[],
  fits: LinkFits,
): ChosenLink[][] {
  const shares = parts.map((): Set<ChosenLink> => new Set());
  const most = Math.ceil((links.length / parts.length) * slack);
  const hasRoom = (part: number) => (shares[part]?.size ?? most) < most;
  const wishes = links.map((link) => {
    const of = parts.map((part) => bestWithin(part, fits.get(link)));
    const [best = 0, second = 0] = of.toSorted((a, b) => b - a);
    return { link, of, best, urgency: best - second };
  });
  for (const { link, of, best } of wishes.toSorted((a, b) => b.urgency - a.urgency)) {
    if (best === 0) continue;
    shares[bestOf(of, (part, score) => (hasRoom(part) ? score : -1))]?.add(link);
  }
  for (const { link, best } of wishes) {
    if (best > 0) continue;
    const load = (part: number) => shares[part]?.size ?? 0;
    const isUsed = (part: number) => hasRoom(part) && load(part) > 0;
    shares[bestOf(parts, (part) => (isUsed(part) ? most - load(part) : hasRoom(part) ? 0 : -1))]?.add(link);
  }
  return shares.map((share) => links.filter((link) => share.has(link)));
}

function bestWithin({ start, end }: Span, fits: readonly Fit[] = []): number {
  const within = fits.filter(({ sentence }) => sentence.start >= start && sentence.start < end);
  return within.reduce((best, { score }) => Math.max(best, score), 0);
}

/** Returns the index of the item with the highest value. Of equals, the first. */
function bestOf<T>(items: readonly T[], value: (index: number, item: T) => number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const [index, item] of items.entries()) {
    const own = value(index, item);
    if (own <= most) continue;
    most = own;
    best = index;
  }
  return best;
}
