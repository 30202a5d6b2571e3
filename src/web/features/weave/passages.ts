import { insertionOf } from '#core/built-in-writer/compose/insertion.ts';
import { layoutOf } from '#core/built-in-writer/compose/layout.ts';
import { placesOf } from '#core/built-in-writer/place/places.ts';
import type { Place } from '#core/built-in-writer/place/places.ts';
import { scan } from '#core/scan/document.ts';
import { numberSentences } from '#core/weave/numbered-text.ts';
import type { Edit } from '#core/weave/edit.ts';

/** Where in the content an addition may stand: behind a sentence, or as a paragraph of its own. */
export type Passage = Pick<Place, 'offset' | 'ownParagraph'>;

/** The content, read once, as far as additions to it go. */
export type Passages = {
  /** In the order of the content. */
  readonly all: readonly Passage[];
  /** The edit's words, set in the manner of the text around the passage. */
  set(edit: Edit, passage: Passage): Edit;
  /** Other words where an addition stands. */
  inPlaceOf(addition: Edit, words: Edit): Edit;
};

export function createPassages(content: string): Passages {
  const document = finish(scan(content));
  const layout = layoutOf(document);
  const inline = numberSentences(document).sentences.flatMap(({ end, part, sentence, insertable }) =>
    insertable ? [{ offset: end, part, sentence, ownParagraph: false, quality: 1 }] : [],
  );
  const own = finish(placesOf(document)).filter((place) => place.ownParagraph);
  const all = [...inline, ...own].toSorted(
    (a, b) => a.offset - b.offset || Number(a.ownParagraph) - Number(b.ownParagraph),
  );
  const find = (passage: Passage) =>
    all.find(
      ({ offset, ownParagraph }) => offset === passage.offset && ownParagraph === passage.ownParagraph,
    );
  const set = (edit: Edit, passage: Passage) => {
    const place = find(passage);
    if (place === undefined) return edit;
    const { offset, text } = insertionOf(document, layout, place, wovenOf(edit.text));
    return { ...edit, start: offset, end: offset, text };
  };
  return {
    all,
    set,
    inPlaceOf(addition, words) {
      const before = /^\s*(?:<p>)?/i.exec(addition.text)?.[0] ?? '';
      const behind = /(?:<\/p>)?\s*$/i.exec(addition.text)?.[0] ?? '';
      const ownParagraph = /<p>|(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/i.test(before);
      const passage = { offset: addition.start, ownParagraph };
      const isUsual = behind === '' || (ownParagraph && behind === '</p>');
      if (isUsual && find(passage) !== undefined) return set(words, passage);
      const { start, end } = addition;
      return { ...words, start, end, text: before + wordsOf(words.text) + behind };
    },
  };
}

/** The words of an addition without what joins it to the text around it. */
export function wordsOf(text: string): string {
  const [, words = ''] = /^\s*(?:<p>)?\s*([^]*?)\s*(?:<\/p>)?\s*$/i.exec(text) ?? [];
  return /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/.test(words)
    ? words
    : words.replaceAll(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, ' ');
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
