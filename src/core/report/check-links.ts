import type { Edit, EditAuthor } from '#core/edits/edit.ts';
import { sourceOf, type Segment } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';

import type { LinkReport } from './report.ts';

/**
 * Returns for each chosen link how often its exact URL stands among the segments of a version, and who wrote its first
 * place. If several chosen links share a URL, each takes its places in order, and the last one takes all that are left.
 *
 * @param edits of the version, in the order of the content
 */
export function checkLinks(
  segments: readonly Segment[],
  links: readonly ChosenLink[],
  edits: readonly Edit[],
): LinkReport[] {
  const authors = linkAuthors(edits, segments);
  const places = new Map<string, EditAuthor[]>();
  const sharers = new Map<string, number>();
  for (const [index, segment] of segments.entries()) {
    if (segment.type !== 'link') continue;
    const known = places.get(segment.url) ?? [];
    known.push(authors[index] ?? 'user');
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

/** Returns the author of each segment of a version: the author of the first edit in it, or else the user. */
function linkAuthors(edits: readonly Edit[], segments: readonly Segment[]): EditAuthor[] {
  const written: { start: number; end: number; by: EditAuthor }[] = [];
  let shift = 0;
  for (const { start, end, text, by } of edits) {
    written.push({ start: start + shift, end: start + shift + text.length, by });
    shift += text.length - (end - start);
  }
  let at = 0;
  let next = 0;
  return segments.map((segment) => {
    const end = at + sourceOf(segment).length;
    while ((written[next]?.end ?? Infinity) <= at) next += 1;
    const edit = written[next];
    at = end;
    return edit !== undefined && edit.start < end ? edit.by : 'user';
  });
}
