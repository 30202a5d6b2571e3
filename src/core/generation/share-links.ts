import { detectLanguage } from '#core/language/language.ts';
import type { ChosenLink } from '#core/link/link.ts';
import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';
import { createCandidates } from '#core/suggest/candidates.ts';
import { indexContent } from '#core/suggest/content-index.ts';
import { createRanking } from '#core/suggest/fit.ts';
import type { Fit } from '#core/suggest/fit.ts';
import { createTermReader } from '#core/suggest/term-reader.ts';

/** Where each link fits; nothing for a link that has no word in common with the content. */
export type LinkFits = ReadonlyMap<ChosenLink, readonly Fit[]>;

/** Weighs the links against the content, once for any way of cutting it. */
export function* weighLinks(
  document: Document,
  links: readonly ChosenLink[],
): Generator<undefined, LinkFits> {
  const language = detectLanguage(document.content);
  const reader = createTermReader(language);
  const index = yield* indexContent(document, reader, language);
  const candidates = createCandidates<ChosenLink>(index, reader);
  for (const link of links) {
    candidates.add(link);
    yield;
  }
  const rank = createRanking(index, candidates);
  const fits = new Map<ChosenLink, readonly Fit[]>();
  for (const candidate of candidates.list()) {
    fits.set(candidate.link, rank(candidate));
    yield;
  }
  return fits;
}

/** A part may have so many times its fair share of the links. */
const slack = 1.5;

/**
 * Gives each link to the part that it fits, and the one that would lose most by another part first, so that no part
 * gets more than it can weave in well. A link that fits none goes where others go already: a part without links is
 * not asked about.
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

/** The index of the item with the highest value, the first of equals. */
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
