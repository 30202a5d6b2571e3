import { ProblemError } from '#core/errors/problem-messages.ts';
import type { TokenPrice } from '#core/limits/limits.ts';
import { costOf } from '#core/limits/token-count.ts';
import { createReplyReader, type ReplyReader } from '#core/reply/reply-reader.ts';
import type { ReplyEvent } from '#core/reply/version-writer.ts';

import { createDraft, fillGaps, finishDraft, keptOf, type Draft } from './draft.ts';
import { UnfinishedError, type GenerationStep, type Steps, type Usage } from './finished-generation.ts';
import { askAgain, type Asking } from './repair.ts';
import { sideBySide } from './side-by-side.ts';
import { isAskedInEdits } from './token-limits.ts';
import type { GenerationClient, InSteps, ModelPiece, WritingJob } from './writing-job.ts';

const callsAtOnce = 4;

/**
 * Lets a model write. Yields the versions as they arrive, then the checked result. Missing links are asked for once
 * more in a repair call, and then added by the built-in writer.
 *
 * Throws the model's problems, 'reply-empty', and 'provider-reply-broken' for a reply without a version. If a
 * version was finished before the failure, it throws an `UnfinishedError` with it.
 */
export async function* generate(job: WritingJob, client: GenerationClient): Steps {
  const draft = await client.inSteps(createDraft(job));
  const usage = createUsageSum(job.terms.price);
  const finish = (isWhole: boolean) =>
    client.toTheEnd(finishDraft(job, draft, { isWhole, usage: usage.sum() }));
  try {
    yield* writeParts({ job, draft, client, note: usage.note });
    yield* askAgain({ job, draft, client, note: usage.note });
  } catch (cause) {
    const failure = explained(cause, job, draft);
    if (!(failure instanceof ProblemError) || keptOf(draft, false).length === 0) throw failure;
    if (!client.isStopped()) yield* fillGaps(job, draft, client, false);
    throw new UnfinishedError(failure, await finish(false));
  }
  yield* fillGaps(job, draft, client, true);
  for (const version of draft) yield* version.end();
  yield { type: 'result', generation: await finish(true) };
}

const wroteItOut =
  'The AI model wrote the text out instead of the changes that it was asked for, and reached the end of what it may answer. Please shorten your text and try again, or use another model. For this one, WEAVE_PROTOCOL=rewrite is the setting that leaves it room.';

/** If the model wrote whole texts instead of edits, the message says so: another try would end the same way. */
function explained(failure: unknown, job: WritingJob, draft: Draft): unknown {
  if (!(failure instanceof ProblemError) || failure.code !== 'provider-output-limit') return failure;
  if (!isAskedInEdits(job) || !draft.some((version) => version.hasText())) return failure;
  return new ProblemError(failure.code, { cause: failure, detail: wroteItOut });
}

async function* writeParts({ job, draft, client, note }: Asking): Steps {
  const { document, only, parts } = job;
  const readers = parts.map(({ span }) =>
    createReplyReader(document.content.slice(span.start, span.end), only?.version),
  );
  const failures = new Map<number, unknown>();
  let hasText = false;

  function take(part: number, piece: ModelPiece | null): GenerationStep[] | Promise<GenerationStep[]> {
    const reader = readers[part];
    if (piece !== null) note(piece);
    if (reader === undefined || (piece !== null && piece.type !== 'text')) return [];
    hasText ||= piece !== null && piece.text.trim() !== '';
    return pausing(client, readPiece(draft, reader, piece?.text ?? null, part));
  }

  const [first] = parts;
  if (first !== undefined && parts.length === 1) {
    // A single call waits for no other, and its failure ends the generation.
    for await (const piece of client.ask(first)) yield* await take(0, piece);
    yield* await take(0, null);
  } else {
    const sources = parts.map((part) => () => client.ask(part));
    for await (const arrival of sideBySide(sources, { atOnce: callsAtOnce, leave: client.leave })) {
      if (arrival.type !== 'failed') {
        yield* await take(arrival.source, arrival.type === 'value' ? arrival.value : null);
        continue;
      }
      if (client.isStopped()) throw arrival.error;
      failures.set(arrival.source, arrival.error);
      if (!canStillFinish(draft, [...failures.keys()])) break;
    }
  }
  for (const [, failure] of failures) throw failure;
  if (!hasText) throw new ProblemError('reply-empty');
  if (!draft.some((version) => version.hasStarted())) throw new ProblemError('provider-reply-broken');
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
): InSteps<GenerationStep[]> {
  const steps: GenerationStep[] = [];
  function* take(events: readonly ReplyEvent[]): InSteps<void> {
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

/** Returns the steps of a piece. Most pieces are read without a pause: there are thousands of them. */
function pausing(
  { inSteps }: GenerationClient,
  taking: InSteps<GenerationStep[]>,
): GenerationStep[] | Promise<GenerationStep[]> {
  const first = taking.next();
  return first.done === true ? first.value : inSteps(taking);
}

/** Whether a version can be completed without the parts that failed. */
function canStillFinish(draft: Draft, failed: readonly number[]): boolean {
  return draft.some((version) => !version.isFinished() && failed.every((part) => version.hasEndedPart(part)));
}

/** Adds up the provider's counts over all calls of a generation. */
function createUsageSum(price: TokenPrice | null) {
  let [calls, counts, inputTokens, outputTokens] = [0, 0, 0, 0];
  return {
    note(piece: ModelPiece): void {
      if (piece.type === 'answer') calls += 1;
      if (piece.type !== 'usage') return;
      counts += 1;
      inputTokens += piece.inputTokens;
      outputTokens += piece.outputTokens;
    },
    /** Returns the sum. Null: at least one call was not counted. */
    sum(): Usage | null {
      if (counts === 0 || counts < calls) return null;
      return { inputTokens, outputTokens, costUsd: price && costOf({ inputTokens, outputTokens }, price) };
    },
  };
}
