import { perVersion } from '#core/edits/version-names.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { quoteOf } from '#core/errors/quote.ts';
import { costOf, sumOf } from '#core/limits/tokens.ts';
import { labelsFor, resolveLabels } from '#core/links/link-labels.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { ReplyEvent } from '#core/reply/section.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';

import { readCalls } from './calls.ts';
import { createDraft, fillGaps, finishDraft, generateBuiltIn, type Draft } from './draft.ts';
import { UnfinishedError, type GenerationStep, type Steps, type Usage } from './finished-generation.ts';
import type { GenerationClient, ModelPiece } from './generation-client.ts';
import { usesEdits, type WritingJob } from './writing-job.ts';

/**
 * Lets a model write. Yields the versions as they arrive, then the checked result. A repair call asks once more for
 * missing links. The built-in writer adds those that are still missing.
 *
 * Throws the model's problems, 'reply-empty', and for a reply without a version 'reply-in-words' or
 * 'provider-reply-broken'. If a version was finished before the failure, it throws an `UnfinishedError` with it.
 */
export async function* generate(job: WritingJob, client: GenerationClient): Steps {
  // Without parts, nothing is requested of the model: the content has all links already.
  if (job.parts.length === 0) return yield* generateBuiltIn(job, client.run);
  const draft = createDraft(job);
  const usage = createUsageSum(job);
  const answers = createAnswers(job, draft, client);
  try {
    for await (const arrival of readCalls(job.parts, client.ask, usage.add)) {
      if (arrival.type === 'text') yield* answers.read(arrival.call, arrival.text);
      else if (arrival.type === 'ended') yield* answers.endPart(arrival.call);
      else if (client.isStopped()) throw arrival.error;
      else if (!answers.fail(arrival.call, arrival.error)) break;
    }
    answers.check();
    yield* requestRepair(job, draft, client, usage.add);
  } catch (cause) {
    const failure = explained(cause, job, draft, answers.isLooping());
    const finished = draft.filter((version) => version.hasStarted() && version.isFinished());
    if (!(failure instanceof ProblemError) || finished.length === 0) throw failure;
    if (!client.isStopped()) yield* fillGaps(job, finished, client.run);
    throw new UnfinishedError(failure, await finishDraft(job, draft, finished, client.run, usage.sum()));
  }
  const begun = draft.filter((version) => version.hasStarted());
  yield* fillGaps(job, begun, client.run);
  for (const version of begun) yield* version.end();
  yield { type: 'result', generation: await finishDraft(job, draft, begun, client.run, usage.sum()) };
}

const wroteItOut =
  'The AI model wrote out the whole text instead of only the changes, and reached its length limit. Please shorten your text and try again, or use another model. The site owner can set WEAVE_PROTOCOL=rewrite for this one.';

/** The message of an answer that is a loop. */
const repeatedItself =
  'The AI model repeated itself until it reached its length limit. Please try again, or use the built-in writer.';

/** Returns the failure. The message says if the model wrote whole texts, or the same words again and again. */
function explained(failure: unknown, job: WritingJob, draft: Draft, isLooping: boolean): unknown {
  if (!(failure instanceof ProblemError) || failure.code !== 'provider-output-limit') return failure;
  if (isLooping) return new ProblemError(failure.code, { cause: failure, detail: repeatedItself });
  const isNamed = usesEdits(job) && job.terms.protocol !== 'sentences';
  if (!isNamed || !draft.some((version) => version.hasText())) return failure;
  return new ProblemError(failure.code, { cause: failure, detail: wroteItOut });
}

function createAnswers({ document, only, parts }: WritingJob, draft: Draft, client: GenerationClient) {
  const readers = parts.map(({ span }) =>
    createReplyReader(document.content.slice(span.start, span.end), only?.version),
  );
  const failures = new Map<number, unknown>();
  const ends = parts.map(() => ({ start: '', end: '' }));
  let hasText = false;

  async function* accept(part: number, events: readonly ReplyEvent[] = []): Steps {
    for (const event of events) {
      const version = draft.find(({ name }) => name === event.version);
      if (version !== undefined) yield* await version.accept(event, part, client.run);
    }
  }

  return {
    /** Reads text of a part. Yields the new steps. */
    read(part: number, text: string): Steps {
      hasText ||= text.trim() !== '';
      ends[part] = withMore(ends[part], text);
      return accept(part, readers[part]?.feed(text));
    },
    endPart: (part: number): Steps => accept(part, readers[part]?.end()),
    /** Records that a part failed. Returns whether a version can still be completed. */
    fail(failed: number, failure: unknown): boolean {
      failures.set(failed, failure);
      const gone = [...failures.keys()];
      return draft.some(
        (version) => !version.isFinished() && gone.every((part) => version.hasEndedPart(part)),
      );
    },
    /** Throws the first failure, or a problem if the answers hold no version. */
    check(): void {
      for (const [, failure] of failures) throw failure;
      if (!hasText) throw new ProblemError('reply-empty');
      if (draft.some((version) => version.hasStarted())) return;
      const words = ends.map(({ start }) => start.trim()).find((start) => start !== '') ?? '';
      throw withoutVersion(words);
    },
    isLooping: () => ends.some(({ end }) => isLoop(end)),
  };
}

/** How much of the start and of the end of an answer is kept, to explain a failure. In UTF-16 units. */
const keptLength = 2000;

function withMore({ start, end } = { start: '', end: '' }, text: string) {
  return {
    start: start.length < keptLength ? start + text.slice(0, keptLength) : start,
    end: (end + text.slice(-keptLength)).slice(-keptLength),
  };
}

/** How often a loop says its words, and how long it is at least, in UTF-16 units. */
const leastRepeats = 4;
const leastLoop = 400;

/** Whether an answer ends with the same words again and again. The numbers in them may differ. */
function isLoop(end: string): boolean {
  const words = end.replaceAll(/[\d\s]+/gu, ' ');
  if (words.length < leastLoop) return false;
  const periods = Array.from({ length: Math.floor(words.length / leastRepeats) }, (_, index) => index + 1);
  return periods.some((period) => {
    const last = words.slice(-Math.max(leastLoop, leastRepeats * period));
    return last.startsWith(last.slice(period));
  });
}

/** Returns the problem of answers without a version, with the first words of a refusal. */
function withoutVersion(answer: string): ProblemError {
  const quote = quoteOf(answer);
  if (quote === null) return new ProblemError('provider-reply-broken');
  const detail = `The AI model wrote no versions. It replied: “${quote}” Please change your text or your links, or use the built-in writer.`;
  return new ProblemError('reply-in-words', { detail });
}

function createUsageSum({ terms: { price } }: WritingJob) {
  let [calls, counts] = [0, 0];
  let tokens = { inputTokens: 0, outputTokens: 0 };
  return {
    add(piece: ModelPiece): void {
      if (piece.type === 'answer') calls += 1;
      if (piece.type !== 'usage') return;
      counts += 1;
      tokens = sumOf(tokens, piece);
    },
    /** Returns the sum. Null: at least one call was not counted. */
    sum(): Usage | null {
      if (counts === 0 || counts < calls) return null;
      return { ...tokens, costUsd: price && costOf(tokens, price) };
    },
  };
}

/** Requests the missing links in one short call. If it fails, the generation goes on without it. */
async function* requestRepair(
  job: WritingJob,
  draft: Draft,
  client: GenerationClient,
  onPiece: (piece: ModelPiece) => void,
): Steps {
  const wanted = draft.find(({ builder }) => builder.missing().length > 0);
  if (wanted === undefined || !usesEdits(job)) return;
  const missing = perVersion((name) => draft.find((each) => each.name === name)?.builder.missing() ?? []);
  const tried = new Map(
    job.links.map(({ url }) => [url, [...new Set(draft.flatMap(({ builder }) => builder.triedAt(url)))]]),
  );
  const request = await client.run({ name: 'repair', input: { job, missing, tried } });
  if (request === null) return;
  const reader = createReplyReader(job.document.content, wanted.name);
  const accept = (events: readonly ReplyEvent[]) =>
    events.flatMap((event) => acceptRepair(job, draft, event));
  try {
    for await (const arrival of readCalls([request], client.ask, onPiece)) {
      if (arrival.type === 'failed') throw arrival.error;
      yield* accept(arrival.type === 'text' ? reader.feed(arrival.text) : reader.end());
    }
  } catch (failure) {
    if (client.isStopped()) throw failure;
  }
}

/**
 * If a version already has the link, the edit goes to the next version that lacks it: some models leave out the
 * markers. Edits without a missing link, and those that replace words, are ignored: nothing else was requested.
 */
function acceptRepair({ document, links }: WritingJob, draft: Draft, event: ReplyEvent): GenerationStep[] {
  if (event.type === 'version-skip')
    draft.find(({ name }) => name === event.version)?.builder.skip(event.skip);
  if (event.type !== 'version-edit' || event.edit.action === 'replace') return [];
  const { text } = resolveLabels(event.edit.text, labelsFor(document.content, links));
  const version = draft
    .toSorted((a, b) => Number(b.name === event.version) - Number(a.name === event.version))
    .find(({ builder }) => {
      const missing = builder.missing().map(({ url }) => url);
      return readMarkup(text, missing).some(({ type }) => type === 'link');
    });
  const edit = version?.builder.place(event.edit, 'repair') ?? null;
  return version === undefined || edit === null ? [] : [...version.start(), ...version.report([edit])];
}
