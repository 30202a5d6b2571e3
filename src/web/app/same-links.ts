import { splitDescription } from '#core/links/description.ts';
import type { LinkFields } from '#core/links/link.ts';

type UsedLink = LinkFields & { readonly id: string };

/** Returns whether a generation used the links as this page knows them. It knows their words without tags. */
export function isSameLinks(used: readonly UsedLink[], known: readonly UsedLink[]): boolean {
  const isKnown = ({ id, url, description }: UsedLink) =>
    known.some(
      (link) =>
        link.id === id && link.url === url && splitDescription(link.description).words === description,
    );
  return used.length === known.length && used.every(isKnown);
}
