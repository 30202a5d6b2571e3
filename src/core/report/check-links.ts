import type { LinkReport } from './report.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { Segment } from '#core/links/segment.ts';
import type { EditAuthor } from '#core/edits/edit.ts';

/**
 * Says of each chosen link how often its exact URL stands among the segments, and who wrote its first place. Where several
 * chosen links share a URL, the places are shared out in order, and what is too many counts against the last.
 *
 * @param authors who wrote each segment; null where nobody asks
 */
export function checkLinks(
  segments: readonly Segment[],
  links: readonly ChosenLink[],
  authors: readonly EditAuthor[] | null = null,
): LinkReport[] {
  const places = new Map<string, (EditAuthor | null)[]>();
  const sharers = new Map<string, number>();
  for (const [index, segment] of segments.entries()) {
    if (segment.type !== 'link') continue;
    const known = places.get(segment.url) ?? [];
    known.push(authors?.[index] ?? null);
    places.set(segment.url, known);
  }
  for (const { url } of links) sharers.set(url, (sharers.get(url) ?? 0) + 1);

  return links.map(({ id, url, integrations }) => {
    const waiting = sharers.get(url) ?? 1;
    const left = places.get(url) ?? [];
    const own = left.splice(0, waiting === 1 ? left.length : integrations);
    sharers.set(url, waiting - 1);
    const times = own.length;
    return { linkId: id, url, status: statusOf(times, integrations), times, by: own[0] ?? null, offer: null };
  });
}

function statusOf(times: number, wanted: number): LinkReport['status'] {
  if (times === wanted) return 'woven';
  return times < wanted ? 'missing' : 'repeated';
}
