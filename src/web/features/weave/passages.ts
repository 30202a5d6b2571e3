import { insertionOf } from '#core/built-in-writer/compose/insertion.ts';
import { layoutOf } from '#core/built-in-writer/compose/layout.ts';
import type { Place } from '#core/built-in-writer/place/places.ts';
import { scan } from '#core/document/document.ts';
import type { Document } from '#core/document/document.ts';
import type { Edit } from '#core/weave/edit.ts';
import { numberSentences } from '#core/weave/numbered-text.ts';
import type { NumberedSentence } from '#core/weave/numbered-text.ts';
import { mayFollow } from '#core/weave/place-spots.ts';

/** Where in the content an addition may stand: behind a sentence, or as a paragraph of its own. */
export type Passage = Pick<Place, 'offset' | 'ownParagraph'>;

/** The content, read once, as far as additions to it go. */
export type Passages = {
  /** Whether the edit is a sentence more, and nothing else: it may stand at any passage. */
  isAddition(edit: Edit): boolean;
  /** Where the edit's words may stand, in the order of the content. */
  fitFor(edit: Edit): readonly Passage[];
  /** The edit's words, set in the manner of the text around the passage. */
  set(edit: Edit, passage: Passage): Edit;
  /** Other words where an addition stands; null where they are no sentence and stand by themselves alone. */
  inPlaceOf(addition: Edit, words: Edit): Edit | null;
};

type Spot = Parameters<typeof insertionOf>[2];

export function createPassages(content: string): Passages {
  const document = finish(scan(content));
  const layout = layoutOf(document);
  const { sentences } = numberSentences(document);
  const spots = spotsOf(document, sentences);
  const paragraphs = spots.filter(({ ownParagraph }) => ownParagraph);
  const find = (passage: Passage) =>
    spots.find(
      ({ offset, ownParagraph }) => offset === passage.offset && ownParagraph === passage.ownParagraph,
    );

  function fitFor({ text }: Edit): readonly Passage[] {
    const words = wordsOf(text);
    if (opensBlock.test(words)) return [];
    return blankLine.test(words) ? paragraphs : spots;
  }

  function set(edit: Edit, passage: Passage): Edit {
    const spot = find(passage);
    if (spot === undefined) return edit;
    const { offset, text } = insertionOf(document, layout, spot, wovenOf(edit.text));
    return { ...edit, start: offset, end: offset, text };
  }

  return {
    isAddition({ start, end }) {
      const isWithin = sentences.some((sentence) => isWithinSentence(sentence, start));
      return start === end && !isWithin;
    },
    fitFor,
    set,
    inPlaceOf(addition, words) {
      const before = /^(?:\.(?=\s)|。)?\s*(?:<p>)?/i.exec(addition.text)?.[0] ?? '';
      const behind = /(?:<\/p>)?\s*$/i.exec(addition.text)?.[0] ?? '';
      const ownParagraph = isOwnParagraph(addition);
      if (fitFor(words).length === 0 || (blankLine.test(wordsOf(words.text)) && !ownParagraph)) return null;
      const passage = { offset: addition.start, ownParagraph };
      const isUsual = !stop.test(before) && (behind === '' || (ownParagraph && behind === '</p>'));
      if (isUsual && find(passage) !== undefined) return set(words, passage);
      const { start, end } = addition;
      return { ...words, start, end, text: before + wordsOf(words.text) + behind };
    },
  };
}

/** Behind each sentence that an addition may follow, and each part that a paragraph may. */
function spotsOf(document: Document, sentences: readonly NumberedSentence[]): Spot[] {
  const { content, parts } = document;
  const inline = sentences.flatMap(({ end, part, insertable }) =>
    insertable ? [{ offset: end, part, ownParagraph: false }] : [],
  );
  const own = parts.flatMap((part, index) =>
    mayFollow(content, part, parts[index + 1])
      ? [{ offset: part.after, part: index, ownParagraph: true }]
      : [],
  );
  return [...inline, ...own].toSorted(
    (a, b) => a.offset - b.offset || Number(a.ownParagraph) - Number(b.ownParagraph),
  );
}

/** Words that were put into a sentence of the author's are none of their own. */
function isWithinSentence({ start, end, replaceable }: NumberedSentence, offset: number): boolean {
  return replaceable && start < offset && offset < end;
}

const blankLine = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/;
/** What makes a heading, a list, a table or the like of the words behind it. */
const opensBlock = /^(?:#{1,6}\s|[-+*•]\s|>|\||\d{1,9}[.)]\s|```|~~~|<(?!\/?(?:a|b|i|em|strong|p)\b))/i;

/** Whether an addition is a paragraph of its own where it stands. */
export function isOwnParagraph({ text }: Pick<Edit, 'text'>): boolean {
  return /^\s*(?:(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)|<p\b)/i.test(text);
}

/** An addition closes the words before it where they are open. */
const stop = /^(?:\.(?=\s)|。)/;

/** The words of an addition without what joins it to the text around it. */
export function wordsOf(text: string): string {
  const [, words = ''] = /^\s*(?:<p>)?\s*([^]*?)\s*(?:<\/p>)?\s*$/i.exec(text.replace(stop, '')) ?? [];
  return blankLine.test(words) ? words : words.replaceAll(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, ' ');
}

function wovenOf(text: string) {
  const words = wordsOf(text);
  const [link = ''] = /\[\[[^]*\)\)/.exec(words) ?? [];
  const at = link === '' ? words.length : words.indexOf(link);
  return { before: words.slice(0, at), link, after: words.slice(at + link.length) };
}

function finish<Result>(work: Generator<undefined, Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
