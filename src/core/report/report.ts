import { parseDocument, type Document } from '#core/document/document.ts';
import { hasUnspaced, wordsIn, wordsAtEnds } from '#core/document/words-and-sentences.ts';
import { commonCount, countsOf, overlapping, type Span } from '#core/lib/helpers.ts';
import { type Edit, type EditAuthor, applyEdits, type Change, type VersionEdits } from '#core/edits/edit.ts';
import { createClaimFinder, type FindClaims } from '#core/edits/claims.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import { sentenceChangesOf } from './sentence-changes.ts';
import type { EditClaim, LinkReport, LinkStatus, VersionReport } from './version-report.ts';
import { type Segment, readMarkup, sourceOf } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { createOwnLinkFinder } from '#core/document/own-links.ts';

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
  // A relink changes no words.
  const written = edits.filter(({ relink }) => relink === undefined);
  const visibleText = (source: string) =>
    readMarkup(source, urls)
      .map((segment) => (segment.type === 'link' ? segment.anchor : sourceOf(segment)))
      .join('');
  const report = {
    links: checkLinks(readMarkup(text, urls), links, edits, content),
    unknownUrls: [...unknownUrls],
    ...countSentences(content, sentences, written, visibleText),
    ...countWordChanges(content, words, written, visibleText),
    linksExchanged: edits.filter(isExchange).length,
    claims: claimsOf(content, written, claimsIn, visibleText),
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

/** Whether an edit exchanges a link, and not only the copy of one. */
function isExchange({ relink }: Edit): boolean {
  return relink !== undefined && relink.isCopy !== true;
}

/** A place of a link in a version. `isExchanged`: it was a link of the author's own, whose address was exchanged. */
type LinkPlace = { readonly by: EditAuthor; readonly isExchanged: boolean };

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
  const written = edits.map(({ start, end, text, by, relink }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start: from, end: from + text.length, by, relink };
  });
  const ownLinksTo = createOwnLinkFinder(segments.map(sourceOf).join(''), content);
  const isExchangedAt = (span: Span) => overlapping(written, span).some(({ relink }) => relink !== undefined);
  const places = new Map<string, LinkPlace[]>();
  for (const url of new Set(links.map((link) => link.url))) {
    const exchanged = edits.filter((edit) => edit.relink?.url === url && isExchange(edit));
    const own = ownLinksTo(url).filter((span) => !isExchangedAt(span));
    places.set(url, [
      ...exchanged.map(({ by }) => ({ by, isExchanged: true })),
      ...own.map(() => ({ by: 'user' as const, isExchanged: false })),
    ]);
  }
  let end = 0;
  for (const segment of segments) {
    const start = end;
    end += sourceOf(segment).length;
    if (segment.type === 'link') {
      const by = overlapping(written, { start, end })[0]?.by ?? 'user';
      places.get(segment.url)?.push({ by, isExchanged: false });
    }
  }

  return links.map(({ id, url }, index) => {
    const left = places.get(url) ?? [];
    const isLast = !links.slice(index + 1).some((link) => link.url === url);
    const own = left.splice(0, isLast ? left.length : 1);
    return {
      linkId: id,
      url,
      status: statusOf(own),
      times: own.length,
      by: own[0]?.by ?? null,
      offer: null,
      skipReason: '',
    };
  });
}

/** A link that stands only in place of the author's own links was not written too often. */
function statusOf(places: readonly LinkPlace[]): LinkStatus {
  if (places.length === 0) return 'missing';
  return places.length === 1 || places.every(({ isExchanged }) => isExchanged) ? 'woven' : 'repeated';
}

/**
 * Counts the sentences of the content that a version keeps word for word, those that it rewrites, and those that it
 * adds. A sentence that only got a clause is kept, and the words of the clause are counted.
 *
 * @param textOf returns the visible text of a text with link markup
 */
function countSentences(
  content: string,
  sentences: readonly Span[],
  edits: readonly Change[],
  textOf: (text: string) => string,
) {
  const changes = sentenceChangesOf(content, sentences, edits, textOf);
  let [sentencesAdded, sentencesRewritten] = [0, 0];
  for (const { lost, added } of changes.sentences) {
    sentencesRewritten += lost.length;
    sentencesAdded += Math.max(0, added.length - lost.length);
  }
  const wordsAdded = changes.clauses.reduce((sum, { text }) => sum + wordsIn(text).length, 0);
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
