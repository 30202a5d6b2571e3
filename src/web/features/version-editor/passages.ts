import { parseDocument } from '#core/document/document.ts';
import type { Edit, Spot } from '#core/edits/edit.ts';
import { insertPieces, layoutOf, spotsOf } from '#core/edits/spots.ts';
import { isClause } from '#core/edits/own-places.ts';
import { plainTextOf, type Piece } from '#core/edits/pieces.ts';
import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';

import { bareText, blankLine, isOwnParagraph, stop } from './edit-words.ts';

export type Passages = ReturnType<typeof createPassages>;

/**
 * Finds passages for additions: behind a sentence, or as a paragraph of its own. The content is parsed once.
 * @param urls The addresses to which edits may link.
 */
export function createPassages(content: string, urls: readonly string[]) {
  const document = parseDocument(content);
  const layout = layoutOf(document);
  const numbered = numberSentences(document);
  const spots = spotsOf(document, numbered);
  const sentences = document.blocks.flatMap((block) => block.sentences);
  const paragraphs = spots.filter(({ ownParagraph }) => ownParagraph);

  /** Returns the passages for the edit's text, in the order of the content. */
  function fitFor({ text }: Edit): readonly Spot[] {
    const words = bareText(text);
    if (opensBlock.test(words) || htmlList.test(words)) return [];
    return blankLine.test(words) || arrow.test(words) ? paragraphs : spots;
  }

  function piecesOf(text: string): Piece[] {
    return readMarkup(text, urls).map((segment) =>
      segment.type === 'link'
        ? { text: segment.anchor, url: segment.url }
        : { text: sourceOf(segment), url: null },
    );
  }

  /** Returns the edit at the passage, joined to the text around it. */
  function putAt(edit: Edit, spot: Spot): Edit {
    const pieces = piecesOf(bareText(edit.text));
    return { ...edit, ...insertPieces(document, layout, { spot, pieces, urls }) };
  }

  return {
    fitFor,
    putAt,
    /** Returns whether the edit only adds sentences of its own, so that it can move. A clause is none. */
    isAddition({ start, end, text }: Edit): boolean {
      return (
        start === end && !isClause(content, sentences, { start, end, text: plainTextOf(piecesOf(text)) })
      );
    },
    /** Returns another text at the place of an addition; null if the text cannot be there. */
    inPlaceOf(addition: Edit, words: Edit): Edit | null {
      const before = /^(?:\.(?=\s)|。)?\s*(?:<p>)?/i.exec(addition.text)?.[0] ?? '';
      const behind = /(?:<\/p>)?\s*$/i.exec(addition.text)?.[0] ?? '';
      const ownParagraph = isOwnParagraph(addition);
      if (fitFor(words).length === 0 || (blankLine.test(bareText(words.text)) && !ownParagraph)) return null;
      const { start, end } = addition;
      const spot = spots.find((one) => one.offset === start && one.ownParagraph === ownParagraph);
      const isUsual = !stop.test(before) && (behind === '' || (ownParagraph && behind === '</p>'));
      if (isUsual && spot !== undefined) return putAt(words, spot);
      return { ...words, start, end, text: before + bareText(words.text) + behind };
    },
  };
}

/** A line of its own without words of the writer. */
const arrow = /^[→←]\s/u;

/** A list of HTML cannot stand in the paragraph of another place. */
const htmlList = /<[uo]l\b/i;

/** Matches the start of a heading, a list, a table and the like. */
const opensBlock = /^(?:#{1,6}\s|[-+*•]\s|>|\||\d{1,9}[.)]\s|```|~~~|<(?!\/?(?:a|b|i|em|strong|p)\b))/i;
