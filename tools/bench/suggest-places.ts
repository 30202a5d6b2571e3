import { plainSentences } from '#core/document/words-and-sentences.ts';

import { answerOf, type Case } from './suggest-cases.ts';

/**
 * Returns, for each link of an article, the offsets near which a model put it. Returns null without a recorded answer.
 */
export function wovenPlaces({ id, content, links }: Case): number[][] | null {
  const rewritten = answerOf('rewrite', id, 'answer');
  const edits = answerOf('edits', id, 'answer');
  const prompt = answerOf('edits', id, 'prompt');
  if (rewritten === null || edits === null || prompt === null) return null;
  return links.map(({ url }, index) => [
    ...placesInText(content, rewritten, `((${url}))`),
    ...placesOfEdits(content, edits, prompt, `((L${index + 1}))`),
  ]);
}

/** Returns the offsets in the article of unchanged sentences near the link. */
function placesInText(content: string, answer: string, target: string): number[] {
  const sentences = sentencesOf(answer);
  return sentences.flatMap((sentence, index) => {
    if (!sentence.includes(target)) return [];
    const before = sentences.slice(Math.max(0, index - 3), index).toReversed();
    const behind = sentences.slice(index + 1, index + 3);
    const known = [...before, ...behind].find((other) => other.length > 20 && content.includes(other));
    return known === undefined ? [] : [content.indexOf(known)];
  });
}

function placesOfEdits(content: string, answer: string, prompt: string, target: string): number[] {
  const numbered = new Map(
    [...prompt.matchAll(/\[(\d+)\+?\] ([^[\n]*)/g)].map(([, number = '', text = '']) => [
      number,
      text.trim(),
    ]),
  );
  return [...answer.matchAll(/^(?:LINK|ADD|INSERT|REPLACE) (\d+)\b(.*)$/gm)].flatMap(
    ([, number = '', text = '']) => {
      const at = content.indexOf(numbered.get(number) ?? '\0');
      return text.includes(target) && at >= 0 ? [at] : [];
    },
  );
}

function sentencesOf(text: string): string[] {
  return plainSentences(text)
    .map((sentence) => sentence.text.trim())
    .filter((sentence) => sentence !== '');
}

/** Returns whether two offsets are in the same paragraph. */
export function sameParagraph(content: string, a: number, b: number): boolean {
  return !/\n\s*\n/.test(content.slice(Math.min(a, b), Math.max(a, b)).trimEnd());
}
