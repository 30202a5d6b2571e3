import { shownAround } from '#core/edits/shown-text.ts';
import { perVersion, versionNames } from '#core/edits/version.ts';
import { leastThinking, repairShare, costOf } from '#core/limits/token-count.ts';
import { labelOf, labelsFor, resolveLabels } from '#core/links/link-labels.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { sentenceAt } from '#core/prompt/numbered-text.ts';
import { writeRepairPrompt } from '#core/prompt/write-prompt.ts';
import { weighLinks } from '#core/ranking/weigh-links.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import type { ReplyEvent } from '#core/reply/version-writer.ts';

import type { Draft } from './draft.ts';
import type { GenerationStep, Steps } from './finished-generation.ts';
import { firstTokens, isAskedInEdits, tokensAtMost } from './token-limits.ts';
import type { CompletionRequest, GenerationClient, InSteps, ModelPiece, WritingJob } from './writing-job.ts';

export type Asking = {
  readonly job: WritingJob;
  readonly draft: Draft;
  readonly client: GenerationClient;
  readonly note: (piece: ModelPiece) => void;
};

/**
 * Asks in one short call for the links that are still missing. If this call fails, the generation goes on without it.
 */
export async function* askAgain({ job, draft, client, note }: Asking): Steps {
  const wanted = draft.find(({ builder }) => builder.missing().length > 0);
  if (wanted === undefined) return;
  const request = await client.inSteps(repairRequest(job, draft));
  if (request === null) return;
  const reader = createReplyReader(job.document.content, wanted.name);
  const take = (events: readonly ReplyEvent[]) => events.flatMap((event) => takeEvent(job, draft, event));
  try {
    for await (const piece of client.ask(request)) {
      note(piece);
      if (piece.type === 'text') yield* take(reader.feed(piece.text));
    }
    yield* take(reader.end());
  } catch (failure) {
    if (client.isStopped()) throw failure;
  }
}

/**
 * If a version already has the link, the edit goes to the next version that lacks it: some models leave out the
 * markers. Edits without a missing link are ignored: nothing else was asked for.
 */
function takeEvent({ document, links }: WritingJob, draft: Draft, event: ReplyEvent): GenerationStep[] {
  if (event.type !== 'version-asked' || event.edit.action !== 'insert') return [];
  const { text } = resolveLabels(event.edit.text, labelsFor(document.content, links));
  const version = draft
    .toSorted((a, b) => Number(b.name === event.version) - Number(a.name === event.version))
    .find(({ builder }) => {
      const missing = builder.missing().map(({ url }) => url);
      return readMarkup(text, missing).some(({ type }) => type === 'link');
    });
  const edit = version?.builder.take(event.edit, 'repair') ?? null;
  return version === undefined || edit === null ? [] : [...version.start(), ...version.tell([edit])];
}

/** How many passages are shown for a link. */
const passagesPerLink = 2;
/** How many sentences are shown on each side of the best one. The first number that is affordable is used. */
const reaches = [2, 1, 0];
const tokensPerLink = 75;
const leastAnswer = 30;

/**
 * Makes one short call for all missing links. A version that the reply has left out lacks all links. Returns null if
 * whole texts were asked for, or if the call would cost more than its share, a quarter of the first calls.
 */
function* repairRequest(job: WritingJob, draft: Draft): InSteps<CompletionRequest | null> {
  if (!isAskedInEdits(job)) return null;
  const { document, numbered, links, terms } = job;
  const { content } = document;
  const labels = labelsFor(content, links);
  const lacking = perVersion((name) => draft.find((each) => each.name === name)?.builder.missing() ?? []);
  const missing = perVersion((name) =>
    lacking[name].map((link) => ({ label: labelOf(labels, links.indexOf(link)), link })),
  );
  const numbers = yield* sentencesFor(
    job,
    draft,
    links.filter((link) => versionNames.some((name) => lacking[name].includes(link))),
  );
  const count = versionNames.reduce((sum, name) => sum + missing[name].length, 0);
  const maxOutputTokens = leastAnswer + count * tokensPerLink + leastThinking(terms.model);
  for (const reach of reaches) {
    yield;
    const shown = shownAround(document, numbered.sentences, numbers, reach);
    const prompt = writeRepairPrompt({ content, shown, missing });
    const request = { purpose: 'repair', prompt, maxOutputTokens } as const;
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

/**
 * Returns the numbers of the sentences where the model has tried to add a link in any version. For links that it has
 * not tried to add, returns the sentences that fit best, or else one in the middle.
 */
function* sentencesFor(
  { document, numbered }: WritingJob,
  draft: Draft,
  links: readonly ChosenLink[],
): InSteps<number[]> {
  const triedAt = new Map(
    links.map((link) => [link, new Set(draft.flatMap(({ builder }) => builder.triedAt(link.url)))]),
  );
  const tried = links.flatMap((link) => [...(triedAt.get(link) ?? [])].slice(0, passagesPerLink));
  const untried = links.filter((link) => triedAt.get(link)?.size === 0);
  if (untried.length === 0) return [...new Set(tried)];
  const fits = yield* weighLinks(document, untried);
  const fitting = untried.flatMap((link) => {
    const best = (fits.get(link) ?? []).toSorted((a, b) => b.score - a.score).slice(0, passagesPerLink);
    return best.flatMap(({ sentence }) => sentenceAt(numbered, sentence.end)?.number ?? []);
  });
  const open = numbered.sentences.filter(({ insertable }) => insertable);
  const middle = open[Math.floor(open.length / 2)]?.number ?? [];
  return [...new Set(tried.concat(fitting.length > 0 ? fitting : middle))];
}
