import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';

import { wordsIn } from '#core/document/words.ts';

/** What every version of a content is measured by; read once, whatever the number of versions. */
export type ReadContent = { readonly sentences: readonly Span[]; readonly words: number };

export function readContent({ content, parts }: Document): ReadContent {
  return { sentences: parts.flatMap(({ sentences }) => sentences), words: wordsIn(content).length };
}
