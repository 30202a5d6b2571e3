import { documentOf } from '#core/document/document.ts';
import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';
import { readWords } from '#core/document/words.ts';
import { applyEdits } from '#core/edits/apply-edits.ts';
import type { DroppedEdit, Edit, VersionEdits, VersionName, EditAuthor } from '#core/edits/edit.ts';
import { atOnce } from '#core/lib/at-once.ts';
import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { Segment } from '#core/links/segment.ts';

import { linkAuthors, checkLinks } from './check-links.ts';
import { countSentences } from './count-sentences.ts';
import { countWordChanges } from './count-words.ts';
import type { Report, VersionReport } from './report.ts';

/** What was noted while a version was woven and cannot be seen in it. */
export type Noted = {
  readonly dropped?: readonly DroppedEdit[];
  readonly unknownUrls?: readonly string[];
  readonly moved?: readonly string[];
};

/**
 * Checks one version by its edits, which stand in the order of the content. Nothing is cleaned: the report is of the very
 * text that the edits make.
 *
 * @param original the content, read, for a caller that checks several versions of it
 */
export function checkEditedVersion(
  content: string,
  edits: readonly Edit[],
  links: readonly ChosenLink[],
  { dropped = [], unknownUrls = [], moved = [] }: Noted = {},
  original: ReadContent = readContent(documentOf(content)),
): { text: string; report: VersionReport } {
  const text = applyEdits(content, edits);
  const segments = readMarkup(
    text,
    links.map(({ url }) => url),
  );
  const authors = linkAuthors(edits, segments);
  const report = drawReport({
    content,
    original,
    segments,
    edits,
    authors,
    links,
    unknownUrls,
    dropped,
    moved,
  });
  return { text, report };
}

/** The report alone. */
export function reportOf(
  content: string,
  edits: readonly Edit[],
  links: readonly ChosenLink[],
  noted: Noted = {},
): VersionReport {
  return checkEditedVersion(content, edits, links, noted).report;
}

type CheckedVersions = { versions: Record<VersionName, string>; report: Report };

/** Checks all three versions. */
export function checkEdits(
  content: string,
  edits: VersionEdits,
  links: readonly ChosenLink[],
  noted: Partial<Record<VersionName, Noted>> = {},
): CheckedVersions {
  return atOnce(checkInSteps(documentOf(content), edits, links, noted));
}

/** The same in steps. */
export function* checkInSteps(
  document: Document,
  edits: VersionEdits,
  links: readonly ChosenLink[],
  noted: Partial<Record<VersionName, Noted>>,
): Generator<undefined, CheckedVersions> {
  const original = yield* readInSteps(document);
  const check = (name: VersionName) =>
    checkEditedVersion(document.content, edits[name], links, noted[name], original);
  yield;
  const safe = check('safe');
  yield;
  const exploratory = check('exploratory');
  yield;
  const experimental = check('experimental');
  return {
    versions: { safe: safe.text, exploratory: exploratory.text, experimental: experimental.text },
    report: { safe: safe.report, exploratory: exploratory.report, experimental: experimental.report },
  };
}

type ReportMaterial = {
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

function drawReport(material: ReportMaterial): VersionReport {
  const { content, original, segments, edits, authors, links, unknownUrls, dropped, moved } = material;
  const urls = links.map(({ url }) => url);
  const textOf = (text: string) => visibleOf(readMarkup(text, urls));
  return {
    links: checkLinks(segments, links, authors),
    unknownUrls: [...unknownUrls],
    ...countSentences(content, original.sentences, edits, textOf),
    ...countWordChanges(content, original.words, edits, textOf),
    dropped,
    moved,
  };
}

/** What a reader of the page sees. */
function visibleOf(segments: readonly Segment[]): string {
  return segments.map((segment) => (segment.type === 'link' ? segment.anchor : sourceOf(segment))).join('');
}

/** What every version of a content is measured by; read once, whatever the number of versions. */
type ReadContent = { readonly sentences: readonly Span[]; readonly words: number };

export function readContent(document: Document): ReadContent {
  return atOnce(readInSteps(document));
}

/** The same in steps. */
function* readInSteps({ content, parts }: Document): Generator<undefined, ReadContent> {
  const words = yield* readWords(content);
  return { sentences: parts.flatMap(({ sentences }) => sentences), words: words.length };
}
