import { stopWords } from './stop-words.ts';
import { wordsOf } from './words.ts';

const languages = ['en', 'de', 'es'] as const;

export type Language = (typeof languages)[number];

/** The language whose small words stand most often in the text, or null when none does clearly. */
export function detectLanguage(text: string): Language | null {
  const counts = { en: 0, de: 0, es: 0 };
  for (const { word } of wordsOf(text.slice(0, 20_000))) {
    for (const language of languages) {
      if (stopWords[language].has(word)) counts[language] += 1;
    }
  }
  const [first, second] = languages.toSorted((a, b) => counts[b] - counts[a]);
  if (first === undefined || second === undefined) return null;
  return counts[first] > counts[second] ? first : null;
}
