import type { Pausable } from '#core/lib/helpers.ts';
import { perVersion, versionNames } from '#core/edits/version-names.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { quoteOf } from '#core/errors/quote.ts';
import {
  costOf,
  repairTokens,
  isAskedInEdits,
  tokensAtMost,
  sumOf,
  leastThinking,
} from '#core/limits/tokens.ts';
import { labelOf, labelsFor, resolveLabels } from '#core/links/link-labels.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { shownAround, sentenceAt } from '#core/prompt/numbered-text.ts';
import { writeRepairPrompt } from '#core/prompt/write-prompt.ts';
import { weighLinks } from '#core/ranking/weigh-links.ts';
import { createReplyReader, type ReplyReader } from '#core/reply/reply-reader.ts';
import type { ReplyEvent } from '#core/reply/reply-events.ts';

import { createDraft, fillGaps, finishDraft, generateBuiltIn, type Draft } from './draft.ts';
import { UnfinishedError, type GenerationStep, type Steps, type Usage } from './finished-generation.ts';
import { readCalls } from './calls.ts';
import { repairSentences } from './sentence-calls.ts';
import type { GenerationClient, ModelPiece, WritingJob, CompletionRequest } from './writing-job.ts';

/**
 * Lets a model write. Yields the versions as they arrive, then the checked result. A repair call asks once more for
 * missing links. The built-in writer adds those that are still missing.
 *
 * Throws the model's problems, 'reply-empty', and for a reply without a version 'reply-in-words' or
 * 'provider-reply-broken'. If a version was finished before the failure, it throws an `UnfinishedError` with it.
 */
export async function* generate(job: WritingJob, client: GenerationClient): Steps {
  // Without parts, nothing is asked of the model: the content has all links already.
  if (job.parts.length === 0) return yield* generateBuiltIn(job, client);
  const draft = await client.inSteps(createDraft(job));
  const usage = createUsageSum(job);
  const answers = createAnswers(job, draft, client);
  try {
    for await (const arrival of readCalls(job.parts, client.ask, usage.note)) {
      if (arrival.type !== 'failed')
        yield* await answers.take(arrival.call, arrival.type === 'text' ? arrival.text : null);
      else if (client.isStopped()) throw arrival.error;
      else if (!answers.fail(arrival.call, arrival.error)) break;
    }
    answers.end();
    yield* askAgain(job, draft, client, usage.note);
  } catch (cause) {
    const failure = explained(cause, job, draft, answers.isLooping());
    const finished = draft.filter((version) => version.hasStarted() && version.isFinished());
    if (!(failure instanceof ProblemError) || finished.length === 0) throw failure;
    if (!client.isStopped()) yield* fillGaps(job, finished, client);
    throw new UnfinishedError(failure, await client.toTheEnd(finishDraft(job, draft, finished, usage.sum())));
  }
  const begun = draft.filter((version) => version.hasStarted());
  yield* fillGaps(job, begun, client);
  for (const version of begun) yield* version.end();
  const generation = await client.toTheEnd(finishDraft(job, draft, begun, usage.sum()));
  yield { type: 'result', generation };
}

const wroteItOut =
  'The AI model wrote the text out instead of the changes that it was asked for, and reached the end of what it may answer. Please shorten your text and try again, or use another model. For this one, WEAVE_PROTOCOL=rewrite is the setting that leaves it room.';

/** The message of an answer that is a loop. */
export const repeatedItself =
  'The AI model repeated the same words until it reached the end of what it may answer. Please try again, or use the built-in writer.';

/**
 * Returns the failure. If the model wrote whole texts instead of edits or the same words again and again, the message
 * says so, because a shorter text would fail in the same way.
 */
function explained(failure: unknown, job: WritingJob, draft: Draft, isLooping: boolean): unknown {
  if (!(failure instanceof ProblemError) || failure.code !== 'provider-output-limit') return failure;
  if (isLooping) return new ProblemError(failure.code, { cause: failure, detail: repeatedItself });
  const isNamed = isAskedInEdits(job) && job.terms.protocol !== 'sentences';
  if (!isNamed || !draft.some((version) => version.hasText())) return failure;
  return new ProblemError(failure.code, { cause: failure, detail: wroteItOut });
}

/** Reads the answers of all parts into the draft. */
function createAnswers({ document, only, parts }: WritingJob, draft: Draft, client: GenerationClient) {
  const readers = parts.map(({ span }) =>
    createReplyReader(document.content.slice(span.start, span.end), only?.version),
  );
  const failures = new Map<number, unknown>();
  const heard = parts.map(() => ({ start: '', end: '' }));
  let hasText = false;
  return {
    /** Returns the new steps. With null as `text`, the answer of the part has ended. */
    take(part: number, text: string | null): GenerationStep[] | Promise<GenerationStep[]> {
      const reader = readers[part];
      if (reader === undefined) return [];
      hasText ||= text !== null && text.trim() !== '';
      heard[part] = heardWith(heard[part], text ?? '');
      // Most pieces are read without a pause.
      const reading = readPiece(draft, reader, text, part);
      const first = reading.next();
      return first.done === true ? first.value : client.inSteps(reading);
    },
    /** Notes that a part failed. Returns whether a version can still be completed. */
    fail(failed: number, failure: unknown): boolean {
      failures.set(failed, failure);
      const gone = [...failures.keys()];
      return draft.some(
        (version) => !version.isFinished() && gone.every((part) => version.hasEndedPart(part)),
      );
    },
    /** Throws the first failure, or a problem if the answers hold no version. */
    end(): void {
      for (const [, failure] of failures) throw failure;
      if (!hasText) throw new ProblemError('reply-empty');
      if (draft.some((version) => version.hasStarted())) return;
      const words = heard.map(({ start }) => start.trim()).find((start) => start !== '') ?? '';
      throw withoutVersion(words);
    },
    isLooping: () => heard.some(({ end }) => isLoop(end)),
  };
}

/** How much of the start and of the end of an answer is kept, to explain a failure. In UTF-16 units. */
const heardLimit = 2000;

function heardWith({ start, end } = { start: '', end: '' }, text: string) {
  return {
    start: start.length < heardLimit ? start + text.slice(0, heardLimit) : start,
    end: (end + text.slice(-heardLimit)).slice(-heardLimit),
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
  const detail = `The AI model wrote no versions, but answered: “${quote}” Please change your text or your links, or use the built-in writer.`;
  return new ProblemError('reply-in-words', { detail });
}

/**
 * How much of a piece is read in one step, in UTF-16 units. A provider without streaming sends everything in one
 * piece.
 */
const readAtOnce = 16_384;

/** Reads a piece of an answer. With null as `text`, the answer has ended. */
function* readPiece(
  draft: Draft,
  reader: ReplyReader,
  text: string | null,
  part: number,
): Pausable<GenerationStep[]> {
  const steps: GenerationStep[] = [];
  function* take(events: readonly ReplyEvent[]): Pausable<void> {
    for (const event of events) {
      const version = draft.find(({ name }) => name === event.version);
      if (version !== undefined) steps.push(...(yield* version.take(event, part)));
    }
  }
  if (text === null) yield* take(reader.end());
  else
    for (let at = 0; at < text.length; at += readAtOnce) {
      if (at > 0) yield;
      yield* take(reader.feed(text.slice(at, at + readAtOnce)));
    }
  return steps;
}

/** Adds up the provider's counts over all calls of a generation. */
function createUsageSum({ terms: { price } }: WritingJob) {
  let [calls, counts] = [0, 0];
  let tokens = { inputTokens: 0, outputTokens: 0 };
  return {
    note(piece: ModelPiece): void {
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

/**
 * Asks in one short call for the links that are still missing. If this call fails, the generation goes on without it.
 */
async function* askAgain(
  job: WritingJob,
  draft: Draft,
  client: GenerationClient,
  note: (piece: ModelPiece) => void,
): Steps {
  const wanted = draft.find(({ builder }) => builder.missing().length > 0);
  if (wanted === undefined) return;
  const request = await client.inSteps(repairRequest(job, draft));
  if (request === null) return;
  const reader = createReplyReader(job.document.content, wanted.name);
  const take = (events: readonly ReplyEvent[]) => events.flatMap((event) => takeEvent(job, draft, event));
  try {
    for await (const arrival of readCalls([request], client.ask, note)) {
      if (arrival.type === 'failed') throw arrival.error;
      yield* take(arrival.type === 'text' ? reader.feed(arrival.text) : reader.end());
    }
  } catch (failure) {
    if (client.isStopped()) throw failure;
  }
}

/**
 * If a version already has the link, the edit goes to the next version that lacks it: some models leave out the
 * markers. Edits without a missing link, and those that replace words, are ignored: nothing else was asked for.
 */
function takeEvent({ document, links }: WritingJob, draft: Draft, event: ReplyEvent): GenerationStep[] {
  if (event.type === 'version-skip')
    draft.find(({ name }) => name === event.version)?.builder.skip(event.skip);
  if (event.type !== 'version-asked' || event.edit.action === 'replace') return [];
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
/** How many sentences are shown on each side of the best one. The call uses the first number that is affordable. */
const reaches = [2, 1, 0];
const tokensPerLink = 75;
const leastAnswer = 30;

/**
 * Makes one short call for all missing links. A version that the reply has left out lacks all links. Returns null if
 * whole texts were asked for, or if the call could use more than `repairTokens`.
 */
function* repairRequest(job: WritingJob, draft: Draft): Pausable<CompletionRequest | null> {
  if (!isAskedInEdits(job)) return null;
  const { document, numbered, links, instructions, terms } = job;
  const { content } = document;
  const lacking = perVersion((name) => draft.find((each) => each.name === name)?.builder.missing() ?? []);
  if (terms.protocol === 'sentences')
    return yield* repairSentences(job, lacking, {
      triedAt: ({ url }) => triedIn(draft, url),
      isAffordable: (request) => isAffordable(request, job),
    });
  const labels = labelsFor(content, links);
  const missing = perVersion((name) =>
    lacking[name].map((link) => ({ label: labelOf(labels, links.indexOf(link)), link })),
  );
  const wanted = links.filter((link) => versionNames.some((name) => lacking[name].includes(link)));
  const numbers = yield* sentencesFor(job, draft, wanted);
  const count = versionNames.reduce((sum, name) => sum + missing[name].length, 0);
  const maxOutputTokens = leastAnswer + count * tokensPerLink + leastThinking(terms.model);
  for (const reach of reaches) {
    yield;
    const shown = yield* shownAround(document, numbered, numbers, reach);
    const prompt = writeRepairPrompt({ content, shown, missing, instructions });
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

/** Returns the numbers of the sentences where the model has tried to add a link in any version. */
function triedIn(draft: Draft, url: string): number[] {
  return [...new Set(draft.flatMap(({ builder }) => builder.triedAt(url)))];
}

/**
 * Returns the numbers of the sentences where the model has tried to add a link in any version. For links that it has
 * not tried to add, returns the sentences that fit best, or else one in the middle.
 */
function* sentencesFor(
  { document, numbered }: WritingJob,
  draft: Draft,
  links: readonly ChosenLink[],
): Pausable<number[]> {
  const triedAt = links.map(({ url }) => triedIn(draft, url));
  const tried = triedAt.flatMap((numbers) => numbers.slice(0, passagesPerLink));
  const untried = links.filter((_, index) => triedAt[index]?.length === 0);
  if (untried.length === 0) return [...new Set(tried)];
  const fits = yield* weighLinks(document, untried);
  const fitting = untried.flatMap((link) => {
    const best = (fits.get(link) ?? []).toSorted((a, b) => b.place - a.place).slice(0, passagesPerLink);
    return best.flatMap(({ sentence }) => sentenceAt(numbered, sentence.end)?.number ?? []);
  });
  const open = numbered.filter(({ insertable }) => insertable);
  const middle = open[Math.floor(open.length / 2)]?.number ?? [];
  return [...new Set(tried.concat(fitting.length > 0 ? fitting : middle))];
}
