import { documentOf, type Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';
import { readWords } from '#core/document/words.ts';
import { applyEdits } from '#core/edits/apply-edits.ts';
import type { DroppedEdit, Edit, VersionEdits } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { atOnce } from '#core/lib/at-once.ts';
import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';

import { checkLinks } from './check-links.ts';
import { countSentences } from './count-sentences.ts';
import { countWordChanges } from './count-words.ts';
import type { Report, VersionReport } from './report.ts';

/** What was noted while a version was made. The text of the version does not show it. */
export type Noted = {
  readonly dropped?: readonly DroppedEdit[];
  readonly unknownUrls?: readonly string[];
  readonly moved?: readonly string[];
};

/** What all versions of a content are compared with. */
type ReadContent = { readonly sentences: readonly Span[]; readonly words: number };

/** Reads in steps what all versions of a content are compared with. */
function* readContent({ content, parts }: Document): Generator<undefined, ReadContent> {
  const words = yield* readWords(content);
  return { sentences: parts.flatMap(({ sentences }) => sentences), words: words.length };
}

/**
 * Checks one version. Nothing is cleaned: the report describes exactly the text that the edits make.
 *
 * @param edits in the order of the content
 * @param original the content, read once by a caller that checks several versions
 */
export function checkEditedVersion(
  content: string,
  edits: readonly Edit[],
  links: readonly ChosenLink[],
  { dropped = [], unknownUrls = [], moved = [] }: Noted = {},
  original: ReadContent = atOnce(readContent(documentOf(content))),
): { text: string; report: VersionReport } {
  const text = applyEdits(content, edits);
  const urls = links.map(({ url }) => url);
  const visibleText = (source: string) =>
    readMarkup(source, urls)
      .map((segment) => (segment.type === 'link' ? segment.anchor : sourceOf(segment)))
      .join('');
  const report = {
    links: checkLinks(readMarkup(text, urls), links, edits),
    unknownUrls: [...unknownUrls],
    ...countSentences(content, original.sentences, edits, visibleText),
    ...countWordChanges(content, original.words, edits, visibleText),
    dropped,
    moved,
  };
  return { text, report };
}

type CheckedVersions = { versions: Record<VersionName, string>; report: Report };

/** Checks all three versions at once. */
export function checkEdits(
  content: string,
  edits: VersionEdits,
  links: readonly ChosenLink[],
  noted: Partial<Record<VersionName, Noted>> = {},
): CheckedVersions {
  return atOnce(checkInSteps(documentOf(content), edits, links, noted));
}

/** Checks all three versions in steps. */
export function* checkInSteps(
  document: Document,
  edits: VersionEdits,
  links: readonly ChosenLink[],
  noted: Partial<Record<VersionName, Noted>>,
): Generator<undefined, CheckedVersions> {
  const original = yield* readContent(document);
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
