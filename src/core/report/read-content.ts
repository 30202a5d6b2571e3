import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';

import { readWords } from '#core/document/words.ts';
import { atOnce } from '#core/generation/at-once.ts';

/** What every version of a content is measured by; read once, whatever the number of versions. */
export type ReadContent = { readonly sentences: readonly Span[]; readonly words: number };

export function readContent(document: Document): ReadContent {
  return atOnce(readInSteps(document));
}

/** The same in steps. */
export function* readInSteps({ content, parts }: Document): Generator<undefined, ReadContent> {
  const words = yield* readWords(content);
  return { sentences: parts.flatMap(({ sentences }) => sentences), words: words.length };
}
