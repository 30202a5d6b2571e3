import { wordsIn } from '#core/document/words-and-sentences.ts';
import { countsOf, type Span } from '#core/lib/helpers.ts';

import type { DocumentCase } from './document-cases.ts';
import { around, spansOf, type PlacedEdit } from './document-edits.ts';

/** Returns the edits that touch what must stay. */
export function foreignTouches(entry: DocumentCase, placed: readonly PlacedEdit[]): string[] {
  const { content, touch } = entry;
  const behind = spansOf(entry, touch.open, touch.insert, touch.either);
  const below = [...behind, ...spansOf(entry, touch.link, touch.below)];
  const linked = spansOf(entry, touch.open, touch.link, touch.either);
  const replaced = spansOf(entry, touch.open, touch.replace, touch.either);
  const mayTouch = ({ action, edit: { start, end, text } }: PlacedEdit): boolean => {
    if (action === 'link') return linked.some((span) => span.start <= start && end <= span.end);
    if (action === 'replace') return replaced.some((span) => span.start === start && span.end === end);
    const [places, gap] = /^\s*[\r\n]/u.test(text) ? [below, toNextBlock] : [behind, toNextSentence];
    return places.some((span) => span.end <= start && gap.test(content.slice(span.end, start)));
  };
  return placed.filter((each) => !mayTouch(each)).map((each) => around(content, each));
}

/** Matches what may stand between the words of a block and a paragraph behind it: signs, end tags and comments of them. */
const toNextBlock = /^(?:[^\p{L}\p{N}<]|<\/\w+>|<!-- \/wp:[\w-]+ -->|&nbsp;)*$/u;
const toNextSentence = /^(?:&nbsp;)?$/u;

/** Returns what may be touched and gets no edit. Of words that stand there twice, one is enough. */
export function missingTouches(entry: DocumentCase, placed: readonly PlacedEdit[]): string[] {
  const { content, touch } = entry;
  const placesOf = (wanted: PlacedEdit['action']) =>
    placed.flatMap(({ action, edit }) => (action === wanted ? [edit] : []));
  const [inserts, replaces, links] = [placesOf('insert'), placesOf('replace'), placesOf('link')];
  const linked = [...touch.open, ...touch.link];
  const counts = countsOf(linked.flatMap((words) => wordsIn(words.toLowerCase())));
  const isLinked = (word: string, { start, end }: Span) =>
    !/\p{L}/u.test(word) ||
    counts.get(word.toLowerCase()) !== 1 ||
    links.some(
      (edit) => start <= edit.start && edit.end <= end && content.slice(edit.start, edit.end) === word,
    );
  const missing = (kind: string, lists: readonly (readonly string[])[], isThere: (span: Span) => boolean) =>
    spansOf(entry, ...lists)
      .filter((span) => !isThere(span))
      .map(({ start, end }) => `${kind}: ${content.slice(start, end)}`);
  return [
    ...missing('nothing is added behind', [touch.open, touch.insert], ({ end }) =>
      inserts.some(({ start }) => end <= start && toNextSentence.test(content.slice(end, start))),
    ),
    ...missing('not replaced', [touch.open, touch.replace], (span) =>
      replaces.some(({ start, end }) => start === span.start && end === span.end),
    ),
    ...missing('a word has no link', [linked], (span) =>
      wordsIn(content.slice(span.start, span.end)).every((word) => isLinked(word, span)),
    ),
  ];
}
