import type { AskedEdit } from '#core/edits/edit.ts';
import { shownAround } from '#core/edits/shown-text.ts';
import { perVersion, versionNames, type VersionName } from '#core/edits/version.ts';
import { thinkingTokens } from '#core/limits/output-limit.ts';
import { repairShare } from '#core/limits/parts-limit.ts';
import { costOf } from '#core/limits/token-count.ts';
import { labelsFor, labelOf, resolveLabels } from '#core/links/link-labels.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { sentenceAt } from '#core/prompt/numbered-text.ts';
import { writeRepairPrompt } from '#core/prompt/write-repair-prompt.ts';
import { weighLinks, type LinkFits } from '#core/ranking/weigh-links.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';

import type { Draft } from './draft.ts';
import type { GenerationStep } from './finished-generation.ts';
import type { GenerationClient, ModelPiece } from './generation-client.ts';
import { isAskedInEdits, firstTokens, tokensAtMost } from './token-limits.ts';
import type { VersionDraft } from './version-draft.ts';
import type { WritingJob, CompletionRequest } from './writing-job.ts';

export type Asking = {
  readonly job: WritingJob;
  readonly draft: Draft;
  readonly client: GenerationClient;
  readonly note: (piece: ModelPiece) => void;
};

/**
 * Asks once more, in one short call, for the links that are still missing. If this call fails, the generation goes
 * on without it.
 */
export async function* askAgain({
  job,
  draft,
  client,
  note,
}: Asking): AsyncGenerator<GenerationStep, void, undefined> {
  const missing = missingOf(draft);
  if (missing === null) return;
  const request = await client.inSteps(repairRequest(job, missing, placesIn(draft)));
  if (request === null) return;
  const wanted = draft.versions.find(({ builder }) => builder.missing().length > 0)?.name;
  const reader = createReplyReader(job.document.content, wanted);
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

/** Returns null if nothing is missing. A version that the reply has left out lacks all links. */
function missingOf(draft: Draft): MissingLinks | null {
  const missing = perVersion(
    (name) => draft.versions.find((version) => version.name === name)?.builder.missing() ?? [],
  );
  return Object.values(missing).some((links) => links.length > 0) ? missing : null;
}

/** Returns the numbers of the sentences where the model has tried to add a link, in any version. */
function placesIn({ versions }: Draft): (url: string) => number[] {
  return (url) => versions.flatMap(({ builder }) => builder.triedAt(url));
}

/**
 * If a version already has the link, the edit goes to the next version that lacks it: some models leave out the
 * markers.
 */
function takeEvent(job: WritingJob, draft: Draft, event: ReplyEvent): GenerationStep[] {
  if (event.type !== 'version-asked' || event.edit.action !== 'insert') return [];
  const version = draft.versions
    .toSorted((a, b) => Number(b.name === event.version) - Number(a.name === event.version))
    .find((each) => bringsMissing(job, each, event.edit));
  if (version === undefined) return [];
  const edit = version.builder.take(event.edit, 'repair');
  return edit === null ? [] : [...draft.begin(version), ...draft.tell(version, edit)];
}

/** Whether the edit brings a missing link. Nothing else was asked for. */
function bringsMissing(
  { document, links }: WritingJob,
  { builder }: VersionDraft,
  asked: AskedEdit,
): boolean {
  const { text } = resolveLabels(asked.text, labelsFor(document.content, links));
  const missing = builder.missing().map(({ url }) => url);
  return readMarkup(text, missing).some(({ type }) => type === 'link');
}

/** The links that each version lacks. */
type MissingLinks = Readonly<Record<VersionName, readonly ChosenLink[]>>;

/** How many passages are shown for a link. */
const passagesPerLink = 2;
/** How many sentences are shown on each side of the best one. The first number that fits is used. */
const reaches = [2, 1, 0];
const tokensPerLink = 75;
const leastAnswer = 30;

/**
 * Makes one short call for all missing links. It shows the passages where the model has tried to add a link, or else
 * the passages that fit best. Returns null if the call would cost more than its share, a quarter of the first calls.
 */
function* repairRequest(
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
  const labelled = perVersion((name) =>
    missing[name].map((link) => ({ label: labelOf(labels, links.indexOf(link)), link })),
  );
  const count = versionNames.reduce((sum, name) => sum + missing[name].length, 0);
  const thinking = terms.model?.reasons === true ? thinkingTokens.least : 0;
  const answer = leastAnswer + count * tokensPerLink + thinking;
  for (const reach of reaches) {
    yield;
    const prompt = writeRepairPrompt({
      content,
      shown: shownAround(document, numbered.sentences, numbers, reach),
      missing: labelled,
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

/** Returns the numbers of the sentences that fit the links best, or of one in the middle if none fits. */
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
