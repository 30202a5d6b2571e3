import { scan } from '#core/document/document.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { Edit, Spot } from '#core/edits/edit.ts';
import { layoutOf, insertPieces, spotsOf } from '#core/edits/spots.ts';
import { numberSentences, type NumberedSentence } from '#core/prompt/numbered-text.ts';
import type { Piece } from '#core/edits/pieces.ts';

/** A position in the content for an addition: behind a sentence, or as a paragraph of its own. */
export type Passage = Pick<Spot, 'offset' | 'ownParagraph'>;

/** The positions for additions in a content, which is parsed once. */
export type Passages = {
  /** Returns whether the edit only adds text outside the author's sentences, so that it can move. */
  isAddition(edit: Edit): boolean;
  /** Returns the passages for the edit's text, in the order of the content. */
  fitFor(edit: Edit): readonly Passage[];
  /** Returns the edit at the passage, joined to the text around it. */
  set(edit: Edit, passage: Passage): Edit;
  /** Returns another text at the place of an addition; null if the text cannot be there. */
  inPlaceOf(addition: Edit, words: Edit): Edit | null;
};

/** `urls` are the addresses to which edits may link. */
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
    const words = bareText(text);
    if (opensBlock.test(words)) return [];
    return blankLine.test(words) ? paragraphs : spots;
  }

  function set(edit: Edit, passage: Passage): Edit {
    const spot = find(passage);
    if (spot === undefined) return edit;
    const pieces = piecesOf(bareText(edit.text), urls);
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
      if (fitFor(words).length === 0 || (blankLine.test(bareText(words.text)) && !ownParagraph)) return null;
      const passage = { offset: addition.start, ownParagraph };
      const isUsual = !stop.test(before) && (behind === '' || (ownParagraph && behind === '</p>'));
      if (isUsual && find(passage) !== undefined) return set(words, passage);
      const { start, end } = addition;
      return { ...words, start, end, text: before + bareText(words.text) + behind };
    },
  };
}

/** Returns whether the offset is inside a sentence of the author. */
function isWithinSentence({ start, end, replaceable }: NumberedSentence, offset: number): boolean {
  return replaceable && start < offset && offset < end;
}

const blankLine = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/;
/** Matches the start of a heading, a list, a table and the like. */
const opensBlock = /^(?:#{1,6}\s|[-+*•]\s|>|\||\d{1,9}[.)]\s|```|~~~|<(?!\/?(?:a|b|i|em|strong|p)\b))/i;

/** Returns whether an addition is a paragraph of its own. */
export function isOwnParagraph({ text }: Pick<Edit, 'text'>): boolean {
  return /^\s*(?:(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)|<p\b)/i.test(text);
}

/** Matches the stop by which an addition ends an open sentence before it. */
const stop = /^(?:\.(?=\s)|。)/;

/** Returns the text of an addition without what joins it to the text around it. */
export function bareText(text: string): string {
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
