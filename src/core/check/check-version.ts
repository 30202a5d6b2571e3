import { drawReport } from './draw-report.ts';
import { readContent } from './read-content.ts';
import type { ReadContent } from './read-content.ts';
import type { VersionReport } from './report.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { readMarkup, sourceOf, writeMarkup } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';
import { editsOfText } from '#core/weave/edits-of-text.ts';

export type CheckedVersion = {
  /** The version in link markup that holds links to chosen URLs alone. */
  readonly text: string;
  /** The same, read. A stray among them is a passage of the user's own content that looks like markup. */
  readonly segments: readonly Segment[];
  readonly report: VersionReport;
};

/** Cleaning one markup may leave another behind it; no honest reply nests deeper. */
const passLimit = 8;

/**
 * Makes sure of one version: a link counts only where its URL is byte for byte a chosen one, everything else
 * becomes the plain text of its anchor. The report is drawn from the very text that is given back.
 *
 * @param raw the version as the model wrote it
 * @param content what the user pasted: what looks like markup there stays as it is
 * @param original the content, read, for a caller that checks several versions of it
 */
export function checkVersion(
  raw: string,
  links: readonly ChosenLink[],
  content: string,
  original: ReadContent = readContent(content),
): CheckedVersion {
  const urls = links.map(({ url }) => url);
  const isOwn = (segment: Segment) => segment.type === 'stray' && content.includes(segment.source);
  // A Markdown link to a chosen URL that the user's content has already is the user's own.
  const looseUrls = urls.filter((url) => !content.includes(`](${url}`));
  const unknownUrls = new Set<string>();

  let segments = readMarkup(raw, urls, { looseUrls });
  let text = raw;
  for (let pass = 0; pass < passLimit; pass += 1) {
    for (const segment of segments) {
      if (segment.type === 'stray' && !isOwn(segment)) unknownUrls.add(segment.url);
    }
    const cleaned = segments.map((segment) => (isOwn(segment) ? sourceOf(segment) : clean(segment))).join('');
    if (cleaned === text && pass > 0) break;
    text = cleaned;
    segments = readMarkup(text, urls);
  }

  const edits = editsOfText(content, text, 'model', urls);
  const material = { content, original, segments, edits, links, authors: null, dropped: [] };
  return { text, segments, report: drawReport({ ...material, unknownUrls: [...unknownUrls] }) };
}

function clean(segment: Segment): string {
  if (segment.type === 'link') return writeMarkup(segment.anchor, segment.url);
  return segment.type === 'stray' ? segment.anchor : segment.text;
}
