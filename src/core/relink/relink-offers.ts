import { ownLinksOf, type OwnLink } from '#core/document/own-links.ts';
import { applyEdits, mostRelinks, type RelinkSource } from '#core/edits/edit.ts';
import { memoizeWeakly, type Span } from '#core/lib/helpers.ts';
import type { LinkFields } from '#core/links/link.ts';

import { readTarget, type LinkTarget } from './link-target.ts';
import { addressByTemplate, type ShopTemplate } from './shop-template.ts';
import { writeAddress } from './write-address.ts';

/**
 * Why two addresses lead to the same thing.
 *
 * - `same-page`: they are the same without tracking.
 * - `same-product`: they have the same number of a product at the same seller, such as an ASIN of Amazon.
 * - `inside-redirect`: one of them is a redirect of a network, which carries the other.
 * - `template`: the visitor gave a template for this shop.
 */
export type RelinkReason = 'same-page' | 'same-product' | 'inside-redirect' | 'template';

/** An address of the author's own links that can be exchanged, in all places where it stands. */
export type RelinkOffer = {
  /** The address now, as a reader of the format reads it. */
  readonly from: string;
  /** The address after the exchange: byte for byte that of its source. */
  readonly url: string;
  readonly source: RelinkSource;
  readonly reason: RelinkReason;
  /** Whether the link pays somebody who is not in the saved links. Such an offer is not ticked at first. */
  readonly isForeign: boolean;
  /** The links with this address, in the order of the content, each with the words that carry it. */
  readonly places: readonly (Span & { readonly words: string })[];
};

type SavedLink = Pick<LinkFields, 'url'> & { readonly id: string };

/** A content, and what may replace its links. */
export type RelinkQuestion = {
  readonly content: string;
  /** In the order in which they are preferred. */
  readonly links: readonly SavedLink[];
  readonly templates: readonly ShopTemplate[];
};

/**
 * Returns the addresses of a content that a saved link or a template can replace, in the order of the content. A link that
 * pays one of the visitor's own accounts already is not offered, and no link that earns nothing more. Nothing is fetched.
 *
 * @param links in the order in which they are preferred
 */
export function relinkOffers(
  content: string,
  links: readonly SavedLink[],
  templates: readonly ShopTemplate[],
): RelinkOffer[] {
  const saved = indexOf(links);
  const own = new Set([...saved.affiliates, ...templates.flatMap(affiliatesOfTemplate)]);
  const places = new Map<string, OwnLink[]>();
  for (const link of ownLinksOf(content)) {
    const known = places.get(link.address);
    if (known === undefined) places.set(link.address, [link]);
    else known.push(link);
  }
  const offers = [...places].flatMap(([from, of]) => {
    const target = saved.others.has(from) ? null : readTarget(from);
    if (target === null || target.affiliates.some((affiliate) => own.has(affiliate))) return [];
    const found = bySavedLink(saved, target) ?? byTemplate(templates, target);
    if (found === null || found.url === from) return [];
    const isForeign = target.affiliates.length > 0;
    const shown = of.filter(({ isCopy }) => !isCopy);
    return {
      of,
      offer: {
        from,
        ...found,
        isForeign,
        places: shown.map(({ start, end, words }) => ({ start, end, words })),
      },
    };
  });
  const isExact = readBack(content, offers);
  return offers.flatMap(({ offer }) => (isExact(offer.from) ? offer : [])).slice(0, mostRelinks);
}

type Found = Pick<RelinkOffer, 'url' | 'source' | 'reason'>;

type SavedIndex = {
  readonly byKey: ReadonlyMap<string, { readonly link: SavedLink; readonly target: LinkTarget }>;
  readonly affiliates: ReadonlySet<string>;
  /** The URLs of all links that are not in `byKey`, because another one leads to the same thing. */
  readonly others: ReadonlySet<string>;
};

/** Reads all saved links once. Of several that lead to the same thing, the first one that earns counts. */
const indexOf = memoizeWeakly((links: readonly SavedLink[]): SavedIndex => {
  const byKey = new Map<string, { link: SavedLink; target: LinkTarget }>();
  const affiliates = new Set<string>();
  const others = new Set<string>();
  for (const link of links) {
    const target = readTarget(link.url);
    // A saved link that only leads to its page earns nothing.
    if (target === null || !target.isTracked) continue;
    for (const affiliate of target.affiliates) affiliates.add(affiliate);
    const known = byKey.get(target.key);
    const isBetter = known?.target.affiliates.length === 0 && target.affiliates.length > 0;
    if (known === undefined || isBetter) byKey.set(target.key, { link, target });
    if (known !== undefined) others.add((isBetter ? known.link : link).url);
  }
  return { byKey, affiliates, others };
});

function bySavedLink({ byKey }: SavedIndex, target: LinkTarget): Found | null {
  const found = byKey.get(target.key);
  if (found === undefined) return null;
  const { link, target: saved } = found;
  const isInside = target.isRedirect || saved.isRedirect;
  const reason = isInside ? 'inside-redirect' : target.isProduct ? 'same-product' : 'same-page';
  return { url: link.url, source: { linkId: link.id }, reason };
}

function byTemplate(templates: readonly ShopTemplate[], target: LinkTarget): Found | null {
  for (const shop of templates) {
    const url = addressByTemplate(shop, target);
    if (url !== null) return { url, source: { template: shop.template }, reason: 'template' };
  }
  return null;
}

/** Returns the accounts that a template pays. */
function affiliatesOfTemplate({ shop, template }: ShopTemplate): readonly string[] {
  const page = readTarget(`https://${shop}/`);
  const made = page === null ? null : addressByTemplate({ shop, template }, page);
  return made === null ? [] : (readTarget(made)?.affiliates ?? []);
}

type Wanted = { readonly of: readonly OwnLink[]; readonly offer: RelinkOffer };

/**
 * Exchanges all addresses once and reads the result. Returns a function that tells whether all places of an address have
 * exactly the new one then.
 */
function readBack(content: string, offers: readonly Wanted[]): (from: string) => boolean {
  const places = offers
    .flatMap(({ of, offer }) => of.map((link) => ({ link, offer, text: writeAddress(link.form, offer.url) })))
    .toSorted((a, b) => a.link.start - b.link.start);
  const changes = places.flatMap(({ link, text }) => (text === null ? [] : { ...link, text }));
  const after = new Map(
    ownLinksOf(applyEdits(content, changes), content).map((link) => [link.start, link.address]),
  );
  const lost = new Set<string>();
  let shift = 0;
  for (const { link, offer, text } of places) {
    // An address may get signs around it, behind which it begins.
    const start = link.start + shift;
    const isRead = text !== null && [start, start + 1].some((at) => after.get(at) === offer.url);
    if (!isRead) lost.add(offer.from);
    shift += text === null ? 0 : text.length - (link.end - link.start);
  }
  return (from) => !lost.has(from);
}
