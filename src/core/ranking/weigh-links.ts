import { detectLanguage } from '#core/language/language.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { Document } from '#core/document/document.ts';

import { createCandidates } from './candidates.ts';
import { indexContent } from './content-index.ts';
import { createRanking } from './fit.ts';
import type { Fit } from './fit.ts';
import { createTermReader } from './term-reader.ts';

/** Where each link fits; nothing for a link that has no word in common with the content. */
export type LinkFits = ReadonlyMap<ChosenLink, readonly Fit[]>;

/** Weighs the links against the content, once for any way of cutting it. */
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
