import { chooseLink } from '#core/generation/prepare-job.ts';
import { pointAtLinks } from '#core/built-in-writer/point-at-links.ts';
import { createOwnLinkFinder } from '#core/document/own-links.ts';
import { parseDocument, type Document } from '#core/document/document.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { detectLanguage, type Language } from '#core/language/language.ts';
import { newestFirst, type Link } from '#core/links/link.ts';
import { indexContent } from '#core/ranking/content-index.ts';
import {
  createCandidates,
  createFitting,
  fitFloor,
  markStrong,
  shareSaid,
  type Candidate,
  type Fit,
} from '#core/ranking/weigh-links.ts';

/** The text for which links are suggested, and the most suggestions. */
export type SuggestionRequest = { readonly content: string; readonly limit: number };

/**
 * Below this share of the best score, a link is left out, because it may fit by accident: unless the text names its
 * thing, or says this share of its words.
 */
const shareOfBest = 0.4;
const leastSaid = 0.6;

/**
 * Returns the links that fit a text and are not in it yet, best first, each with the passage that it fits best. Reads
 * the links once and keeps only a bounded number of them.
 */
export async function suggestLinks(
  batches: AsyncIterable<readonly Link[]>,
  { content, limit }: SuggestionRequest,
) {
  const document = parseDocument(content);
  const index = indexContent(document);
  const candidates = createCandidates<Link>(index);
  for await (const batch of batches) for (const link of batch) candidates.add(link);
  const { fitOf, placeOf } = createFitting(candidates);
  const fits: LinkFit[] = [];
  for (const candidate of candidates.list()) {
    const { link } = candidate;
    const found = fitOf(candidate);
    const isClose = found !== null && found.score >= fitFloor && !isForeign(link, index.language);
    if (isClose) fits.push({ link, candidate, isSaid: shareSaid(candidate) >= leastSaid, ...found });
  }
  const least = shareOfBest * Math.max(0, ...fits.map(({ score }) => score));
  const ownLinksTo = createOwnLinkFinder(content);
  const isLinked = ({ url }: Link) => content.includes(`]]((${url}))`) || ownLinksTo(url).length > 0;
  const best = bestOf(fits, { least, count: limit, isLinked });
  const named = findNamed(
    document,
    best.map(({ link }) => link),
  );
  const isNamed = ({ link }: Pick<LinkFit, 'link'>) => named.has(link.id);
  const shown = best
    .filter((found) => found.score >= least || found.isSaid || isNamed(found))
    .map(({ link, score, candidate, ...fit }) => {
      const { passage, sentence } = placeOf(candidate) ?? fit;
      return { link, score, passage, sentence };
    });
  return { suggestions: markStrong(shown, isNamed), searched: candidates.searched() };
}

type LinkFit = Fit & {
  readonly link: Link;
  readonly candidate: Candidate;
  /** Whether most of its words stand in the text. */
  readonly isSaid: boolean;
};

/** When so many links are chosen for a sentence, links for other sentences come first: ten kettles hide no knife. */
const perSentence = 3;

type Choice = {
  /** Fits with a lower score whose words do not stand in the text get only places that are left. */
  readonly least: number;
  readonly count: number;
  /** Whether the text has the link already. It is asked for few links, because it reads the whole text. */
  readonly isLinked: (link: Link) => boolean;
};

/** Returns at most `count` fits of links that the text does not have, the best first. */
function bestOf(fits: readonly LinkFit[], { least, count, isLinked }: Choice): LinkFit[] {
  const byScore = (a: LinkFit, b: LinkFit) => b.score - a.score || newestFirst(a.link, b.link);
  const chosen = new Map<number, number>();
  const [early, late]: [LinkFit[], LinkFit[]] = [[], []];
  for (const fit of fits.toSorted(byScore)) {
    const before = chosen.get(fit.sentence.start) ?? 0;
    const list = before < perSentence && (fit.score >= least || fit.isSaid) ? early : late;
    if (list.length >= count || isLinked(fit.link)) continue;
    chosen.set(fit.sentence.start, before + 1);
    list.push(fit);
  }
  return [...early, ...late].slice(0, count).sort(byScore);
}

/** Returns the ids of the links whose things the text names. The built-in writer would put each on those words. */
function findNamed(document: Document, links: readonly Link[]): ReadonlySet<string> {
  const versions = links.map(
    (link) => ({ name: 'safe', links: [chooseLink(link)], skipped: [], edits: [] }) as const,
  );
  const numbered = numberSentences(document);
  const fillings = pointAtLinks({ document, numbered, versions, avoid: [] });
  return new Set(fillings.flatMap((filling) => ('over' in filling ? filling.link.id : [])));
}

function isForeign({ description }: Link, language: Language | null): boolean {
  const own = language === null ? null : detectLanguage(description);
  return own !== null && own !== language;
}
