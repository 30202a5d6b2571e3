import { parseDocument, type Document } from '#core/document/document.ts';
import { plainSentences, hasUnspaced, wordsIn, wordsAtEnds } from '#core/document/words-and-sentences.ts';
import { commonCount, countsOf, onOneLine, overlapping, type Span } from '#core/lib/helpers.ts';
import { type Edit, type EditAuthor, applyEdits, type Change, type VersionEdits } from '#core/edits/edit.ts';
import { createClaimFinder, type FindClaims } from '#core/edits/claims.ts';
import { isClause } from '#core/edits/own-places.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import type { EditClaim, LinkReport, VersionReport } from './version-report.ts';
import { type Segment, readMarkup, sourceOf } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { createOwnLinkCounter } from '#core/document/own-links.ts';

/** Facts for the report that the text of a version does not show. They were recorded while it was written. */
export type RecordedFacts = Partial<Pick<VersionReport, 'dropped' | 'unknownUrls' | 'moved'>>;

/** The content, read once for all versions. */
type ReadContent = {
  readonly sentences: readonly Span[];
  readonly words: number;
  readonly claimsIn: FindClaims;
};

function readContent({ content, blocks }: Document, links: readonly ChosenLink[]): ReadContent {
  const words = wordsIn(content);
  const claimsIn = createClaimFinder(content, links);
  return { sentences: blocks.flatMap(({ sentences }) => sentences), words: words.length, claimsIn };
}

/** The text of a version with its report. */
export type CheckedVersion = { readonly text: string; readonly report: VersionReport };

/**
 * Checks one version. The report describes exactly the text that the edits make.
 *
 * @param edits in the order of the content
 * @param original the content, read once by a caller that checks several versions
 */
export function checkEditedVersion(
  content: string,
  edits: readonly Edit[],
  links: readonly ChosenLink[],
  { dropped = [], unknownUrls = [], moved = [] }: RecordedFacts = {},
  { sentences, words, claimsIn }: ReadContent = readContent(parseDocument(content), links),
): CheckedVersion {
  const text = applyEdits(content, edits);
  const urls = links.map(({ url }) => url);
  const visibleText = (source: string) =>
    readMarkup(source, urls)
      .map((segment) => (segment.type === 'link' ? segment.anchor : sourceOf(segment)))
      .join('');
  const report = {
    links: checkLinks(readMarkup(text, urls), links, edits, content),
    unknownUrls: [...unknownUrls],
    ...countSentences(content, sentences, edits, visibleText),
    ...countWordChanges(content, words, edits, visibleText),
    claims: claimsOf(content, edits, claimsIn, visibleText),
    dropped,
    moved,
  };
  return { text, report };
}

export type VersionsToCheck = {
  readonly document: Document;
  /** Of each version in the order of the content. */
  readonly edits: VersionEdits;
  readonly links: readonly ChosenLink[];
  readonly facts: Partial<Record<VersionName, RecordedFacts>>;
};

export type CheckedVersions = Readonly<Record<VersionName, CheckedVersion>>;

/** Checks all versions. */
export function checkVersions({ document, edits, links, facts }: VersionsToCheck): CheckedVersions {
  const original = readContent(document, links);
  return perVersion((name) =>
    checkEditedVersion(document.content, edits[name], links, facts[name], original),
  );
}

/**
 * Returns for each selected link how often the segments of a version link its exact URL, and who wrote the first of
 * these places: the author of the first edit there, or else the user. If several links have the same URL, each takes
 * its places in order, and the last one takes all that are left.
 *
 * @param edits of the version, in the order of the content
 */
function checkLinks(
  segments: readonly Segment[],
  links: readonly ChosenLink[],
  edits: readonly Edit[],
  content: string,
): LinkReport[] {
  let shift = 0;
  const written = edits.map(({ start, end, text, by }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start: from, end: from + text.length, by };
  });
  const ownLinksTo = createOwnLinkCounter(segments.map(sourceOf).join(''), content);
  const places = new Map<string, EditAuthor[]>();
  for (const url of new Set(links.map((link) => link.url)))
    places.set(
      url,
      Array.from({ length: ownLinksTo(url) }, () => 'user'),
    );
  let end = 0;
  for (const segment of segments) {
    const start = end;
    end += sourceOf(segment).length;
    if (segment.type === 'link')
      places.get(segment.url)?.push(overlapping(written, { start, end })[0]?.by ?? 'user');
  }

  return links.map(({ id, url }, index) => {
    const left = places.get(url) ?? [];
    const isLast = !links.slice(index + 1).some((link) => link.url === url);
    const own = left.splice(0, isLast ? left.length : 1);
    const times = own.length;
    return {
      linkId: id,
      url,
      status: times === 1 ? 'woven' : times === 0 ? 'missing' : 'repeated',
      times,
      by: own[0] ?? null,
      offer: null,
      skipReason: '',
    };
  });
}

/**
 * Counts the sentences of the content that a version keeps word for word, those that it rewrites, and those that it
 * adds. A sentence that only got a clause is kept, and the words of the clause are counted. Reads only the edits and
 * the sentences that they touch.
 *
 * @param textOf returns the visible text of a text with link markup
 */
function countSentences(
  content: string,
  sentences: readonly Span[],
  edits: readonly Change[],
  textOf: (text: string) => string,
) {
  let [sentencesAdded, sentencesRewritten, wordsAdded] = [0, 0, 0];
  const whole: Change[] = [];
  for (const edit of edits) {
    const text = textOf(edit.text);
    if (isClause(content, sentences, { ...edit, text })) wordsAdded += wordsIn(text).length;
    else whole.push(edit);
  }
  for (const { changes, start: from, end: to } of touchedBy(sentences, whole)) {
    const shifted = changes.map(({ start, end, text }) => ({ start: start - from, end: end - from, text }));
    const there = sentencesOf(textOf(applyEdits(content.slice(from, to), shifted)));
    const own = overlapping(sentences, { start: from, end: to });
    const before = own.map(({ start, end }) => onOneLine(content.slice(start, end)));
    const kept = commonCount(countsOf(before), countsOf(there));
    const lost = before.length - kept;
    sentencesRewritten += lost;
    sentencesAdded += Math.max(0, there.length - kept - lost);
  }
  const sentencesTotal = sentences.length;
  const sentencesKept = sentencesTotal - sentencesRewritten;
  return { sentencesAdded, sentencesRewritten, sentencesKept, sentencesTotal, wordsAdded };
}

/** Returns the claims in edits that the user did not write. */
function claimsOf(
  content: string,
  edits: readonly Edit[],
  claimsIn: ReadContent['claimsIn'],
  textOf: (text: string) => string,
): EditClaim[] {
  return edits.flatMap(({ id, start, end, text, by }) => {
    const [added, replaced] = [textOf(text), content.slice(start, end)];
    if (by === 'user' || added === replaced) return [];
    return claimsIn(added, replaced).map((claim) => ({ ...claim, editId: id }));
  });
}

/** Returns the stretches of whole sentences that edits change. */
function touchedBy(sentences: readonly Span[], edits: readonly Change[]) {
  const touched: { start: number; end: number; changes: Change[] }[] = [];
  for (const edit of edits) {
    const last = touched.at(-1);
    const own = overlapping(sentences, edit);
    const start = Math.min(edit.start, own[0]?.start ?? edit.start);
    const end = Math.max(edit.end, own.at(-1)?.end ?? edit.end);
    if (last !== undefined && start < last.end) {
      last.end = Math.max(last.end, end);
      last.changes.push(edit);
    } else touched.push({ start, end, changes: [edit] });
  }
  return touched;
}

/** Returns the sentences of a text. Stretches without a letter or a digit are left out. */
function sentencesOf(text: string): string[] {
  const sentences =
    isProse.test(text) && !/www\./iu.test(text)
      ? plainSentences(text).map((sentence) => sentence.text)
      : parseDocument(text).blocks.flatMap((block) =>
          block.sentences.map(({ start, end }) => text.slice(start, end)),
        );
  return sentences.map(onOneLine).filter((each) => /[\p{L}\p{N}]/u.test(each));
}

/** Matches plain words without signs of markup. They are read faster. */
const isProse = /^[ \r\n]{0,3}[\p{L}\p{M}][\p{L}\p{M}\p{N} .,:;!?'’%€£–—-]*$/u;

/** Counts the words of a version, and the words of the content that are missing or changed. */
function countWordChanges(
  content: string,
  wordsTotal: number,
  edits: readonly Change[],
  textOf: (text: string) => string,
) {
  let wordsChanged = 0;
  let words = wordsTotal;
  for (const { start, end, text } of edits) {
    const { before, behind } = wordsAtEnds(content, { start, end });
    const cutsWord = before !== '' && behind !== '' && !hasUnspaced(before + behind);
    const replaced = wordsIn(before + content.slice(start, end) + behind);
    const written = wordsIn(before + textOf(text) + behind);
    words += written.length - replaced.length;
    if (start < end || cutsWord)
      wordsChanged += replaced.length - commonCount(countsOf(replaced), countsOf(written));
  }
  return { wordsChanged, wordsTotal, words };
}
