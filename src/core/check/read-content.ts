import { sentencesOf } from '#core/text/sentences.ts';

import { wordsIn } from './count-words.ts';

/** What every version of a content is measured by; read once, whatever the number of versions. */
export type ReadContent = { readonly sentences: readonly string[]; readonly words: number };

export function readContent(content: string): ReadContent {
  return { sentences: sentencesOf(content), words: wordsIn(content).length };
}
