import { ownLinksOf, type OwnLink } from '#core/document/own-links.ts';
import type { AcceptedRelink, Edit, Relink } from '#core/edits/edit.ts';
import { memoize } from '#core/lib/helpers.ts';
import type { LinkFields } from '#core/links/link.ts';

import { readTarget } from './link-target.ts';
import { filledTemplate } from './shop-template.ts';
import { writeAddress } from './write-address.ts';

/**
 * Returns accepted relinks with their new addresses. One is left out if its link is not among the saved ones, or if its
 * template makes no address.
 */
export function resolveRelinks(
  accepted: readonly AcceptedRelink[],
  links: readonly (Pick<LinkFields, 'url'> & { readonly id: string })[],
): Relink[] {
  const urls = new Map(links.map(({ id, url }) => [id, url]));
  return accepted.flatMap(({ from, source }) => {
    const url = 'linkId' in source ? urls.get(source.linkId) : madeAddress(source.template, from);
    return url === undefined || url === null ? [] : { from, url, source };
  });
}

/** Reading takes as long as reading a document, and each check of an edit needs it. */
const linksOf = memoize((content: string) => ownLinksOf(content), 1);

/**
 * Returns the edits of relinks, in the order of the content: one for each place of each address. A relink is left out if
 * its address is not in the content, or if one of its places cannot hold the new address.
 */
export function relinkEdits(content: string, relinks: readonly Relink[]): Edit[] {
  const byAddress = new Map(relinks.map((relink) => [relink.from, relink]));
  const changes = linksOf(content).flatMap((place) => {
    const relink = byAddress.get(place.address);
    return relink === undefined ? [] : { place, relink, text: writeAddress(place.form, relink.url) };
  });
  const lost = new Set(changes.flatMap(({ relink, text }) => (text === null ? relink.from : [])));
  return changes
    .filter(({ relink }) => !lost.has(relink.from))
    .map(({ place, relink, text }, index) => editOf(`relink-${index + 1}`, place, relink, text ?? ''));
}

/** Returns the words that carry the link of a relink. May be empty. */
export function wordsOfRelink(content: string, { start }: Pick<Edit, 'start'>): string {
  return linksOf(content).find((link) => link.start === start)?.words ?? '';
}

function editOf(
  id: string,
  { start, end, isCopy }: OwnLink,
  { from, url, source }: Relink,
  text: string,
): Edit {
  const relink = { from, url, source };
  return { id, start, end, text, by: 'user', relink: isCopy ? { ...relink, isCopy } : relink };
}

function madeAddress(template: string, from: string): string | null {
  const target = readTarget(from);
  return target === null ? null : filledTemplate(template, target);
}

/**
 * Whether an edit is exactly the exchange of the address of an own link: it stands where the content has the address
 * before, and its text reads as the new one, which a template has made if it is from one.
 */
export function isRelinkOf(
  content: string,
  { start, end, text, relink }: Pick<Edit, 'start' | 'end' | 'text' | 'relink'>,
): boolean {
  if (relink === undefined) return false;
  const place = linksOf(content).find((link) => link.start === start && link.end === end);
  if (place === undefined || place.address !== relink.from) return false;
  const { source, from, url } = relink;
  const isMade = 'linkId' in source || madeAddress(source.template, from) === url;
  return isMade && writeAddress(place.form, url) === text;
}
