import { sentencesOf } from '#core/text/sentences.ts';

/**
 * How a version shares its sentences with the original; each counts as often as it stands in both.
 *
 * @param originals the original's sentences, as `sentencesOf` gives them
 */
export function compareSentences(
  originals: readonly string[],
  version: string,
): { added: number; kept: number; total: number } {
  const left = new Map<string, number>();
  for (const sentence of originals) left.set(sentence, (left.get(sentence) ?? 0) + 1);

  let added = 0;
  let kept = 0;
  for (const sentence of sentencesOf(version)) {
    const count = left.get(sentence) ?? 0;
    if (count > 0) {
      left.set(sentence, count - 1);
      kept += 1;
    } else added += 1;
  }
  return { added, kept, total: originals.length };
}
