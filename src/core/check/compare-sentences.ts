import { sentencesOf } from '#core/text/sentences.ts';

/** How two texts share their sentences; each sentence counts as often as it stands in both. */
export function compareSentences(
  original: string,
  version: string,
): { added: number; kept: number; total: number } {
  const left = new Map<string, number>();
  const originals = sentencesOf(original);
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
