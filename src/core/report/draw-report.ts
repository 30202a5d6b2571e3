import { checkLinks } from './check-links.ts';
import { countSentences } from './count-sentences.ts';
import { countWords } from './count-words.ts';
import type { ReadContent } from './read-content.ts';
import type { VersionReport } from './report.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import type { Segment } from '#core/links/segment.ts';
import type { DroppedEdit, Edit, EditAuthor } from '#core/edits/edit.ts';

export type ReportMaterial = {
  readonly content: string;
  readonly original: ReadContent;
  /** The version, read. */
  readonly segments: readonly Segment[];
  /** What makes the version of the content. */
  readonly edits: readonly Pick<Edit, 'start' | 'end' | 'text'>[];
  /** Who wrote each segment; null where nobody knows. */
  readonly authors: readonly EditAuthor[] | null;
  readonly links: readonly ChosenLink[];
  readonly unknownUrls: readonly string[];
  readonly dropped: readonly DroppedEdit[];
  readonly moved: readonly string[];
};

export function drawReport(material: ReportMaterial): VersionReport {
  const { content, original, segments, edits, authors, links, unknownUrls, dropped, moved } = material;
  const urls = links.map(({ url }) => url);
  const textOf = (text: string) => visibleOf(readMarkup(text, urls));
  return {
    links: checkLinks(segments, links, authors),
    unknownUrls: [...unknownUrls],
    ...countSentences(content, original.sentences, edits, textOf),
    ...countWords(content, original.words, edits, textOf),
    dropped,
    moved,
  };
}

/** What a reader of the page sees. */
function visibleOf(segments: readonly Segment[]): string {
  return segments.map((segment) => (segment.type === 'link' ? segment.anchor : sourceOf(segment))).join('');
}
