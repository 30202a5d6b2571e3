import { scan } from '#core/document/document.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { Edit, Spot } from '#core/edits/edit.ts';
import { layoutOf, insertPieces } from '#core/edits/layout.ts';
import { numberSentences } from '#core/prompt/numbered-text.ts';
import type { NumberedSentence } from '#core/prompt/numbered-text.ts';
import type { Piece } from '#core/edits/pieces.ts';
import { spotsOf } from '#core/edits/place-spots.ts';

/** Where in the content an addition may stand: behind a sentence, or as a paragraph of its own. */
export type Passage = Pick<Spot, 'offset' | 'ownParagraph'>;

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

/** `urls`: those that edits may link to. */
export function createPassages(content: string, urls: readonly string[]): Passages {
  const document = finish(scan(content));
  const layout = layoutOf(document);
  const numbered = numberSentences(document);
  const { sentences } = numbered;
  const spots = spotsOf(document, numbered);
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
    const pieces = piecesOf(wordsOf(edit.text), urls);
    return { ...edit, ...insertPieces(document, layout, { spot, pieces, urls }) };
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

function piecesOf(text: string, urls: readonly string[]): Piece[] {
  return readMarkup(text, urls).map((segment) =>
    segment.type === 'link'
      ? { text: segment.anchor, url: segment.url }
      : { text: segment.type === 'text' ? segment.text : segment.source, url: null },
  );
}

function finish<Result>(work: Generator<undefined, Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
