import { detectLanguage } from '#core/language/language.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { Document } from '#core/document/document.ts';

import { createCandidates } from './candidates.ts';
import { indexContent } from './content-index.ts';
import { createRanking, type Fit } from './fit.ts';
import { createTermReader } from './term-reader.ts';

/** The passages that each link fits. A link without a word in common with the content is missing. */
export type LinkFits = ReadonlyMap<ChosenLink, readonly Fit[]>;

/** Compares the links with the content. The result can be used for any way of cutting the content. */
export function* weighLinks(
  document: Document,
  links: readonly ChosenLink[],
): Generator<undefined, LinkFits> {
  const language = detectLanguage(document.content);
  const reader = createTermReader(language);
  const index = yield* indexContent(document, reader, language);
  const candidates = createCandidates<ChosenLink>(index, reader);
  for (const link of links) {
    candidates.add(link);
    yield;
  }
  const rank = createRanking(index, candidates);
  const fits = new Map<ChosenLink, readonly Fit[]>();
  for (const candidate of candidates.list()) {
    fits.set(candidate.link, rank(candidate));
    yield;
  }
  return fits;
}
