import type { LinkReport } from './report.ts';
import type { ChosenLink } from '#core/link/link.ts';
import type { Segment } from '#core/markup/segment.ts';

/**
 * Says of each chosen link how often its exact URL stands among the segments. Where several chosen links
 * share a URL, the places are shared out in order, and what is too many counts against the last.
 */
export function checkLinks(segments: readonly Segment[], links: readonly ChosenLink[]): LinkReport[] {
  const left = new Map<string, number>();
  const sharers = new Map<string, number>();
  for (const segment of segments) {
    if (segment.type === 'link') left.set(segment.url, (left.get(segment.url) ?? 0) + 1);
  }
  for (const { url } of links) sharers.set(url, (sharers.get(url) ?? 0) + 1);

  return links.map(({ id, url, integrations }) => {
    const waiting = sharers.get(url) ?? 1;
    const places = left.get(url) ?? 0;
    const times = waiting === 1 ? places : Math.min(places, integrations);
    sharers.set(url, waiting - 1);
    left.set(url, places - times);
    return { linkId: id, url, status: statusOf(times, integrations), times, by: null, offer: null };
  });
}

function statusOf(times: number, wanted: number): LinkReport['status'] {
  if (times === wanted) return 'woven';
  return times < wanted ? 'missing' : 'repeated';
}
