import { sentenceAt } from '#core/document/numbered-sentences.ts';
import { perVersion, versionNames, type VersionName } from '#core/edits/version-names.ts';
import { costOf, leastThinking, tokensAtMost } from '#core/limits/tokens.ts';
import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { shownAround } from '#core/prompt/numbered-text.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { writeRepairPrompt } from '#core/prompt/write-prompt.ts';
import { weighLinks } from '#core/ranking/weigh-links.ts';

import { repairSentences } from './sentence-calls.ts';
import { repairTokens, type WritingJob } from './writing-job.ts';

const passagesPerLink = 2;
/** How many sentences are shown on each side of the best one. The call uses the first number that is affordable. */
const reaches = [2, 1, 0];
const tokensPerLink = 75;
const leastAnswer = 30;

/** What a repair call is for. */
export type MissingLinks = {
  readonly job: WritingJob;
  /** The links that each version lacks. */
  readonly missing: Readonly<Record<VersionName, readonly ChosenLink[]>>;
  /** For each URL, the numbers of the sentences where the model has tried to add its link. */
  readonly tried: ReadonlyMap<string, readonly number[]>;
};

/**
 * Makes one short call for all missing links. A version that the reply has left out lacks all links. Returns null if
 * the call could use more than `repairTokens`.
 */
export function repairRequest({ job, missing, tried }: MissingLinks): CompletionRequest | null {
  const { document, numbered, links, covered, instructions, terms } = job;
  const { content } = document;
  if (terms.protocol === 'sentences')
    return repairSentences(job, missing, {
      triedAt: ({ url }) => tried.get(url) ?? [],
      isAffordable: (request) => isAffordable(request, job),
    });
  const labels = labelsFor(content, links);
  const labelled = perVersion((name) =>
    missing[name].map((link) => ({ label: labelOf(labels, links.indexOf(link)), link })),
  );
  const wanted = links.filter((link) => versionNames.some((name) => missing[name].includes(link)));
  const numbers = sentencesFor(job, wanted, tried);
  const count = versionNames.reduce((sum, name) => sum + missing[name].length, 0);
  const maxOutputTokens = leastAnswer + count * tokensPerLink + leastThinking(terms.model);
  for (const reach of reaches) {
    const shown = shownAround(document, numbered, numbers, reach);
    const prompt = writeRepairPrompt({ content, shown, missing: labelled, covered, instructions });
    const request = { purpose: 'repair', prompt, maxOutputTokens } as const;
    if (isAffordable(request, job)) return request;
  }
  return null;
}

function isAffordable(request: CompletionRequest, job: WritingJob): boolean {
  const { price } = job.terms;
  const [most, own] = [repairTokens(job), tokensAtMost(request)];
  const isShort = own.inputTokens + own.outputTokens <= most.inputTokens + most.outputTokens;
  return isShort && (price === null || costOf(own, price) <= costOf(most, price));
}

/** Returns where the model has tried to add links. Others get the sentences that fit, or one in the middle. */
function sentencesFor(
  { document, numbered }: WritingJob,
  links: readonly ChosenLink[],
  tried: MissingLinks['tried'],
): number[] {
  const triedAt = links.flatMap(({ url }) => (tried.get(url) ?? []).slice(0, passagesPerLink));
  const untried = links.filter(({ url }) => (tried.get(url) ?? []).length === 0);
  if (untried.length === 0) return [...new Set(triedAt)];
  const fits = weighLinks(document, untried);
  const fitting = untried.flatMap((link) => {
    const best = (fits.get(link) ?? []).toSorted((a, b) => b.place - a.place).slice(0, passagesPerLink);
    return best.flatMap(({ sentence }) => sentenceAt(numbered, sentence.end)?.number ?? []);
  });
  const open = numbered.filter(({ insertable }) => insertable);
  const middle = open[Math.floor(open.length / 2)]?.number ?? [];
  return [...new Set(triedAt.concat(fitting.length > 0 ? fitting : middle))];
}
