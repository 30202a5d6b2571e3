import { drawReport } from './draw-report.ts';
import { linkAuthors } from './link-authors.ts';
import { readContent, readInSteps } from './read-content.ts';
import type { ReadContent } from './read-content.ts';
import type { Report, VersionReport } from './report.ts';
import { documentOf } from '#core/document/document.ts';
import type { Document } from '#core/document/document.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { atOnce } from '#core/generation/at-once.ts';
import { applyEdits } from '#core/edits/apply-edits.ts';
import type { DroppedEdit, Edit, VersionEdits } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

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
