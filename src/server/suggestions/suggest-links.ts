import { newestFirst, type Link } from '#core/links/link.ts';
import { detectLanguage, type Language } from '#core/language/language.ts';
import { scan } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';

import { createEventLoopScheduler, createPauses } from '#server/event-loop-scheduler.ts';
import { createCandidates } from '#core/ranking/candidates.ts';
import { indexContent } from '#core/ranking/content-index.ts';
import { createFitting, fitFloor } from '#core/ranking/weigh-links.ts';

export type Suggestion = {
  readonly link: Link;
  readonly score: number;
  readonly passage: Span;
  /** The sentence of the passage that fits the link best. */
  readonly sentence: Span;
};

/** A link that fits much less than the best one is left out, because it fits by accident. */
const shareOfBest = 0.4;

export type SuggestionWish = { readonly content: string; readonly limit: number };

/**
 * Returns the links that fit a text, best first, each with the passage that it fits best. Reads the links once and keeps
 * only a bounded number of them. Lets other work take turns. Throws 'stopped' when the signal aborts.
 */
export async function suggestLinks(
  batches: AsyncIterable<readonly Link[]>,
  { content, limit }: SuggestionWish,
  signal: AbortSignal,
): Promise<{ suggestions: Suggestion[]; searched: number }> {
  const pauses = createPauses(createEventLoopScheduler(), signal);
  const index = await pauses.run(indexContent(await pauses.run(scan(content))));
  const candidates = createCandidates<Link>(index);
  for await (const batch of batches) {
    for (const link of batch) {
      candidates.add(link);
      if (pauses.isDue()) await pauses.pause();
    }
  }
  const fit = createFitting(candidates);
  const suggestions: Suggestion[] = [];
  for (const candidate of candidates.list()) {
    const found = fit(candidate);
    const isShown = found !== null && found.score >= fitFloor && !isForeign(candidate.link, index.language);
    if (isShown) suggestions.push({ link: candidate.link, ...found });
    if (pauses.isDue()) await pauses.pause();
  }
  suggestions.sort((a, b) => b.score - a.score || newestFirst(a.link, b.link));
  const least = shareOfBest * (suggestions[0]?.score ?? 0);
  const shown = suggestions.slice(0, limit).filter(({ score }) => score >= least);
  return { suggestions: shown, searched: candidates.searched() };
}

/** Returns whether the description has another language than the text. */
function isForeign({ description }: Link, language: Language | null): boolean {
  const own = language === null ? null : detectLanguage(description);
  return own !== null && own !== language;
}
