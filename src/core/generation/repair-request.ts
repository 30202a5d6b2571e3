import type { ChosenLink } from '#core/links/link.ts';
import { repairShare } from '#core/limits/parts-limit.ts';
import { thinkingTokens } from '#core/limits/output-limit.ts';
import { costOf } from '#core/limits/token-price.ts';
import { writeRepairPrompt } from '#core/prompt/write-repair-prompt.ts';
import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import { sentenceAt } from '#core/prompt/numbered-text.ts';
import { shownAround } from '#core/edits/shown-text.ts';
import { weighLinks } from '#core/ranking/weigh-links.ts';
import type { LinkFits } from '#core/ranking/weigh-links.ts';
import { versionNames } from '#core/edits/version.ts';
import type { VersionName } from '#core/edits/version.ts';

import { isAskedInEdits, firstTokens, tokensAtMost } from './worst-case.ts';
import type { CompletionRequest, WritingJob } from './writing-job.ts';

/** The links that each version lacks. */
export type MissingLinks = Readonly<Record<VersionName, readonly ChosenLink[]>>;

/** So many passages are shown for a link, the best ones. */
const passagesPerLink = 2;
/** Sentences to each side of the one that fits best: as many as there is room for. */
const reaches = [2, 1, 0];
const tokensPerLink = 75;
const leastAnswer = 30;

/**
 * One short call for all that is missing. It shows the passages where the model has tried to weave a link, and for a link
 * that it has not tried those that fit best. Null where what was held back for it, a quarter of the first calls, is not
 * enough.
 */
export function* repairRequest(
  job: WritingJob,
  missing: MissingLinks,
  triedAt: (url: string) => readonly number[] = () => [],
): Generator<undefined, CompletionRequest | null> {
  if (!isAskedInEdits(job)) return null;
  const { document, numbered, links, terms } = job;
  const { content } = document;
  const wanted = links.filter((link) => versionNames.some((name) => missing[name].includes(link)));
  const untried = wanted.filter(({ url }) => triedAt(url).length === 0);
  const tried = wanted.flatMap(({ url }) => [...new Set(triedAt(url))].slice(0, passagesPerLink));
  const fitting = untried.length === 0 ? [] : placesFor(job, untried, yield* weighLinks(document, untried));
  const numbers = [...new Set([...tried, ...fitting])];
  const labels = labelsFor(content, links);
  const labelled = (own: readonly ChosenLink[]) =>
    own.map((link) => ({ label: labelOf(labels, links.indexOf(link)), link }));
  const count = versionNames.reduce((sum, name) => sum + missing[name].length, 0);
  const thinking = terms.model?.reasons === true ? thinkingTokens.least : 0;
  const answer = leastAnswer + count * tokensPerLink + thinking;
  for (const reach of reaches) {
    yield;
    const prompt = writeRepairPrompt({
      content,
      shown: shownAround(document, numbered.sentences, numbers, reach),
      missing: {
        safe: labelled(missing.safe),
        exploratory: labelled(missing.exploratory),
        experimental: labelled(missing.experimental),
      },
    });
    const request = { purpose: 'repair', prompt, maxOutputTokens: answer } as const;
    if (isAffordable(request, job)) return request;
  }
  return null;
}

function isAffordable(request: CompletionRequest, job: WritingJob): boolean {
  const { price } = job.terms;
  const [first, own] = [firstTokens(job), tokensAtMost(request)];
  const isShort =
    own.inputTokens + own.outputTokens <= (first.inputTokens + first.outputTokens) * repairShare;
  return isShort && (price === null || costOf(own, price) <= costOf(first, price) * repairShare);
}

/** The numbers of the sentences behind which the links fit best; somewhere in the middle where they fit nowhere. */
function placesFor({ numbered }: WritingJob, links: readonly ChosenLink[], fits: LinkFits): number[] {
  const numbers = links.flatMap((link) => {
    const best = (fits.get(link) ?? []).toSorted((a, b) => b.score - a.score).slice(0, passagesPerLink);
    return best.flatMap(({ sentence }) => {
      const found = sentenceAt(numbered, sentence.end);
      return found === undefined ? [] : [found.number];
    });
  });
  if (numbers.length > 0) return [...new Set(numbers)];
  const open = numbered.sentences.filter(({ insertable }) => insertable);
  const middle = open[Math.floor(open.length / 2)];
  return middle === undefined ? [] : [middle.number];
}
