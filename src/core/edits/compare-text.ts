import { parseDocument, type Document } from '#core/document/document.ts';
import { type NumberedSentence, numberSentences } from '#core/document/numbered-sentences.ts';
import { closedEnd } from '#core/document/words-and-sentences.ts';
import { memoize, overlapping, type Span } from '#core/lib/helpers.ts';
import type { EditRequest } from './edit.ts';
import { addressesIn, knownWordsOf } from './foreign.ts';
import { labelsFor, type LinkLabels, resolveLinks, withHtmlLinks } from '#core/links/link-labels.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { readMarkup, sourceOf, writeMarkup } from '#core/links/link-markup.ts';

import { createLikeness, pairSentences, type Pair } from './likeness.ts';

/** A version that was written as a whole text. The links are in the order of their labels. */
export type RewrittenText = {
  readonly text: string;
  readonly document: Document;
  readonly numbered: readonly NumberedSentence[];
  readonly links: readonly ChosenLink[];
  /** The span of the content that the text replaces. */
  readonly span: Span;
};

export type ComparedText = {
  /** Edits that bring a link come first, because the changes of a version are limited. */
  readonly edits: readonly EditRequest[];
  /** Addresses in the text that are neither the author's nor those of selected links. */
  readonly unknown: readonly string[];
  /** Sentences of the text that match nothing in the content and have no place. */
  readonly lost: readonly string[];
};

/** Turns a whole text into edits of the content that it stands for, sentence by sentence. */
export function compareText({ text, document, numbered, links, span }: RewrittenText): ComparedText {
  const labels = labelsFor(document.content, links);
  const own = numbered.filter(({ start, end }) => start >= span.start && end <= span.end);
  const { written, words, unknown } = readWritten(text, document, labels);
  const content = own.map(({ start, end }) => document.content.slice(start, end));
  const pairs = pairSentences(
    content,
    written.map(({ plain }) => plain),
  );
  const first = own[0]?.number ?? (span.start === 0 ? 1 : Infinity);
  const search = createSearch(content, 40 + 6 * labels.urls.length);
  const { linked, bare, lost } = editsBetween({ own, first, written, pairs, search });
  const foreign = addressesIn(words, knownWordsOf(document.content, links));
  return { edits: [...linked, ...bare], unknown: [...unknown, ...foreign], lost };
}

type WrittenSentence = {
  readonly plain: string;
  readonly source: string;
  readonly holdsLink: boolean;
  readonly block: number;
};

/** Returns the sentences of the text. Links are replaced by their words, so that both texts are read alike. */
function readWritten(
  text: string,
  { content, html }: Document,
  labels: LinkLabels,
): { written: WrittenSentence[]; words: string; unknown: string[] } {
  const unknown: string[] = [];
  const looseUrls = labels.urls.filter((url) => !content.includes(`](${url}`));
  const isOwn = memoize((source: string) => content.includes(source));
  const resolved = resolveLinks(withHtmlLinks(text, labels, isOwn), labels, {
    onlyKnown: false,
    unknown: (label) => unknown.push(label),
  });
  const links: { start: number; end: number; source: string; isChosen: boolean }[] = [];
  let plain = '';
  // If HTML came back without tags, each line is a paragraph.
  const lineEnd = html && !/<p\b/iu.test(text) ? '\n\n' : '\n';
  for (const segment of readMarkup(resolved, labels.urls, { looseUrls })) {
    const source = sourceOf(segment);
    if (segment.type === 'text' || isOwn(source)) {
      plain += source.replaceAll('\n', lineEnd);
      continue;
    }
    const isChosen = segment.type === 'link';
    if (!isChosen) unknown.push(segment.url);
    const end = plain.length + segment.anchor.length;
    links.push({ start: plain.length, end, source: writeMarkup(segment.anchor, segment.url), isChosen });
    plain += segment.anchor;
  }
  const sentences = numberSentences(parseDocument(plain));
  const written: WrittenSentence[] = [];
  for (const { start, end, block } of sentences) {
    let source = '';
    let from = start;
    let holdsLink = false;
    for (const link of overlapping(links, { start, end })) {
      if (link.start < from || link.end > end) continue;
      source += plain.slice(from, link.start) + link.source;
      from = link.end;
      holdsLink ||= link.isChosen;
    }
    written.push({
      plain: plain.slice(start, end),
      source: source + plain.slice(from, end),
      holdsLink,
      block,
    });
  }
  return { written, words: plain, unknown };
}

type Compared = {
  readonly own: readonly NumberedSentence[];
  /** The number of the sentence for additions that come before all sentences of the span. */
  readonly first: number;
  readonly written: readonly WrittenSentence[];
  readonly pairs: readonly Pair[];
  readonly search: Search;
};

/** With at least this likeness, two sentences may say the same. */
const leastAlike = 0.25;

/**
 * Returns the edits for each pair of sentences and for the new sentences between them. In a rewritten passage, each
 * sentence with a link replaces the most similar sentence. If none is similar, it is added at the end of the passage,
 * unless the text is a summary.
 */
function editsBetween({ own, first, written, pairs, search }: Compared) {
  const linked: EditRequest[] = [];
  const bare: EditRequest[] = [];
  const lost: string[] = [];
  const isSummary = Math.max(pairs.length, written.length) * 2 < own.length;
  let from = { a: 0, b: 0 };
  for (const { a, b, isEqual } of [...pairs, { a: own.length, b: written.length, isEqual: true }]) {
    const behind = own[from.a - 1]?.number ?? first;
    const added = written.slice(from.b, b);
    lost.push(...added.filter(isTitle).map(({ source }) => source));
    for (const group of paragraphsOf(added.filter((each) => !isTitle(each)))) {
      const text = group.map(({ source }) => source).join(' ');
      const linking = group.filter(({ holdsLink }) => holdsLink);
      // If no sentence of the author is missing here, the new text is an addition. Otherwise its sentences with links
      // replace the author's.
      if (from.a === a)
        (linking.length > 0 ? linked : bare).push({ action: 'insert', sentence: behind, text });
      else if (linking.length === 0) lost.push(text);
      else {
        for (const { plain, source } of linking) {
          const { at, like } = search(plain, from.a, a);
          const action = like >= leastAlike ? 'replace' : 'insert';
          if (action === 'insert' && isSummary) lost.push(source);
          else linked.push({ action, sentence: own[at]?.number ?? 1, text: source });
        }
      }
    }
    const [mine, theirs] = [own[a], written[b]];
    if (mine !== undefined && theirs !== undefined && !(isEqual && theirs.source === theirs.plain)) {
      const edits = theirs.holdsLink ? linked : bare;
      edits.push({ action: 'replace', sentence: mine.number, text: theirs.source });
    }
    from = { a: a + 1, b: b + 1 };
  }
  return { linked, bare, lost };
}

/** In words. A title that a model adds is no sentence of a paragraph. */
const titleLimit = 10;

/** Whether a sentence without a link is a title: short, and without a full stop. */
function isTitle({ plain, holdsLink }: WrittenSentence): boolean {
  const words = plain.replace(/[*_#]+$/u, '').trim();
  return (
    !holdsLink && !closedEnd.test(words) && !stopless.test(words) && words.split(/\s+/u).length <= titleLimit
  );
}
const stopless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Han}\p{Script=Hiragana}]$/u;

function paragraphsOf(written: readonly WrittenSentence[]): WrittenSentence[][] {
  const groups: WrittenSentence[][] = [];
  for (const each of written) {
    const last = groups.at(-1);
    if (last?.[0]?.block === each.block) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

type Search = ReturnType<typeof createSearch>;

/**
 * Returns a function that finds the sentence of the content that is most like another, between two indexes. `to` is
 * behind the last.
 *
 * @param most how many searches it makes; after that it returns the last sentence without a search, so that very many
 * links take no more work
 */
function createSearch(content: readonly string[], most: number) {
  const likeness = createLikeness();
  let left = most;
  return function search(sentence: string, from: number, to: number) {
    let best = { at: to - 1, like: 0 };
    if (left === 0) return best;
    left -= 1;
    for (let at = from; at < to; at += 1) {
      const like = likeness(content[at] ?? '', sentence, best.like);
      if (like > best.like) best = { at, like };
    }
    return best;
  };
}
