import { parseDocument } from '#core/document/document.ts';
import type { Edit, Spot } from '#core/edits/edit.ts';
import { insertPieces, layoutOf, spotsOf } from '#core/edits/spots.ts';
import { isClause } from '#core/edits/own-places.ts';
import { plainTextOf, type Piece } from '#core/edits/pieces.ts';
import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';

import { bareText, blankLine } from './edit-words.ts';

/** The places of a content where an addition may stand: behind a sentence, or as a paragraph of its own. */
export type Passages = {
  /** Returns the passages for the edit's text, in the order of the content. */
  fitFor(edit: Edit): readonly Spot[];
  /** Returns the edit at the passage, joined to the text around it. */
  putAt(edit: Edit, passage: Spot): Edit;
  /** Returns whether the edit only adds sentences of its own, so that it can move. A clause is none. */
  isAddition(edit: Edit): boolean;
  /** Returns the sentence before the passage, or else the block before it. */
  textBefore(passage: Spot): string;
};

/**
 * Parses the content once.
 * @param urls The addresses to which edits may link.
 */
export function createPassages(content: string, urls: readonly string[]): Passages {
  const document = parseDocument(content);
  const layout = layoutOf(document);
  const numbered = numberSentences(document);
  const spots = spotsOf(document, numbered);
  const sentences = document.blocks.flatMap((block) => block.sentences);
  const paragraphs = spots.filter(({ ownParagraph }) => ownParagraph);

  function piecesOf(text: string): Piece[] {
    return readMarkup(text, urls).map((segment) =>
      segment.type === 'link'
        ? { text: segment.anchor, url: segment.url }
        : { text: sourceOf(segment), url: null },
    );
  }

  return {
    fitFor({ text }) {
      const words = bareText(text);
      if (opensBlock.test(words) || htmlList.test(words)) return [];
      return blankLine.test(words) || arrow.test(words) ? paragraphs : spots;
    },
    putAt(edit, spot) {
      const pieces = piecesOf(bareText(edit.text));
      return { ...edit, ...insertPieces(document, layout, { spot, pieces, urls }) };
    },
    isAddition: ({ start, end, text }) =>
      start === end && !isClause(content, sentences, { start, end, text: plainTextOf(piecesOf(text)) }),
    textBefore({ offset, block }) {
      const sentence = numbered.findLast((one) => one.block === block && one.end <= offset);
      const { start, end } = sentence ?? document.blocks[block] ?? { start: 0, end: offset };
      return content.slice(start, end).trim();
    },
  };
}

/** A line of its own without words of the writer. */
const arrow = /^[→←]\s/u;

/** A list of HTML cannot stand in the paragraph of another place. */
const htmlList = /<[uo]l\b/i;

/** Matches the start of a heading, a list, a table and the like. */
const opensBlock = /^(?:#{1,6}\s|[-+*•]\s|>|\||\d{1,9}[.)]\s|```|~~~|<(?!\/?(?:a|b|i|em|strong|p)\b))/i;
