import { ProblemError } from '#core/errors/problem.ts';
import { createReplyReader, type ReplyReader } from '#core/reply/reply-reader.ts';

import { askAgain, type Asking } from './repair.ts';
import { createDraft, type Draft } from './draft.ts';
import { fillGaps } from './generate-built-in.ts';
import { sideBySide } from './side-by-side.ts';
import { UnfinishedError, type GenerationStep } from './finished-generation.ts';
import { createUsageSum, type GenerationClient, type ModelPiece } from './generation-client.ts';
import { isAskedInEdits } from './token-limits.ts';
import type { WritingJob } from './writing-job.ts';

/** How many calls of one generation run at a time. */
const callsAtOnce = 4;

/**
 * Lets a model write. Yields the versions as they arrive, then the checked result. Missing links are asked for once
 * more in a repair call, and then added by the built-in writer.
 *
 * Throws the model's problems, 'reply-empty', and 'provider-reply-broken' for a reply without a version. If a
 * version was finished before the failure, it throws an `UnfinishedError` with it.
 */
export async function* generate(
  job: WritingJob,
  client: GenerationClient,
): AsyncGenerator<GenerationStep, void, undefined> {
  const draft = await client.inSteps(createDraft(job));
  const usage = createUsageSum(job.terms.price);
  try {
    yield* writeParts({ job, draft, client, note: usage.note });
    yield* askAgain({ job, draft, client, note: usage.note });
  } catch (cause) {
    const failure = explained(cause, job, draft);
    if (!(failure instanceof ProblemError)) throw failure;
    if (draft.kept(false).length === 0) throw failure;
    if (!client.isStopped()) yield* fillGaps(job, draft, { fill: client.fill, isWhole: false });
    throw new UnfinishedError(failure, await client.toTheEnd(draft.generation(false, usage.sum())));
  }
  yield* fillGaps(job, draft, { fill: client.fill, isWhole: true });
  yield* draft.end();
  yield { type: 'result', generation: await client.toTheEnd(draft.generation(true, usage.sum())) };
}

const wroteItOut =
  'The AI model wrote the text out instead of the changes that it was asked for, and reached the end of what it may answer. Please shorten your text and try again, or use another model. For this one, WEAVE_PROTOCOL=rewrite is the setting that leaves it room.';

/** If the model wrote whole texts instead of edits, another try would end in the same way. The message says so. */
function explained(failure: unknown, job: WritingJob, { versions }: Draft): unknown {
  if (!(failure instanceof ProblemError) || failure.code !== 'provider-output-limit') return failure;
  if (!isAskedInEdits(job) || !versions.some((version) => version.hasText())) return failure;
  return new ProblemError(failure.code, { cause: failure, detail: wroteItOut });
}

async function* writeParts({
  job,
  draft,
  client,
  note,
}: Asking): AsyncGenerator<GenerationStep, void, undefined> {
  const readers = job.parts.map(({ span }) =>
    createReplyReader(job.document.content.slice(span.start, span.end), job.only?.version),
  );
  const failures = new Map<number, unknown>();
  let hasText = false;
  for await (const step of callParts(job, client)) {
    const { part } = step;
    const reader = readers[part];
    if (reader === undefined) continue;
    if (step.type === 'failed') {
      failures.set(part, step.error);
      if (!canStillFinish(draft, [...failures.keys()])) break;
    } else if (step.type === 'done') yield* await pausing(client, takeAll(draft, reader.end(), part));
    else {
      note(step.piece);
      if (step.piece.type !== 'text') continue;
      hasText ||= step.piece.text.trim() !== '';
      yield* await pausing(client, takePiece(draft, reader, step.piece.text, part));
    }
  }
  for (const [, failure] of failures) throw failure;
  if (!hasText) throw new ProblemError('reply-empty');
  if (!draft.versions.some((version) => version.hasStarted()))
    throw new ProblemError('provider-reply-broken');
}

/**
 * How much of a piece is read in one step, in UTF-16 units. A provider without streaming sends everything in one
 * piece.
 */
const readAtOnce = 16_384;

function* takePiece(
  draft: Draft,
  reader: ReplyReader,
  text: string,
  part: number,
): Generator<undefined, GenerationStep[]> {
  const steps: GenerationStep[] = [];
  for (let at = 0; at < text.length; at += readAtOnce) {
    if (at > 0) yield;
    steps.push(...(yield* takeAll(draft, reader.feed(text.slice(at, at + readAtOnce)), part)));
  }
  return steps;
}

function* takeAll(
  draft: Draft,
  events: ReturnType<ReplyReader['feed']>,
  part: number,
): Generator<undefined, GenerationStep[]> {
  const steps: GenerationStep[] = [];
  for (const event of events) steps.push(...(yield* draft.take(event, part)));
  return steps;
}

/** Most pieces need no step, so they need no pause: there are thousands of them. */
function pausing(
  { inSteps }: GenerationClient,
  taking: Generator<undefined, GenerationStep[]>,
): GenerationStep[] | Promise<GenerationStep[]> {
  const first = taking.next();
  return first.done === true ? first.value : inSteps(taking);
}

/** Whether a version can be completed without the parts that failed. */
function canStillFinish(draft: Draft, failed: readonly number[]): boolean {
  return draft.versions.some(
    (version) => !version.isFinished() && failed.every((part) => version.hasEnded(part)),
  );
}

type PartStep = { readonly part: number } & (
  | { readonly type: 'piece'; readonly piece: ModelPiece }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly error: unknown }
);

async function* callParts(
  { parts }: WritingJob,
  { ask, leave, isStopped }: GenerationClient,
): AsyncGenerator<PartStep, void, undefined> {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) {
    // With a single call no other must be waited for, and its failure ends the generation.
    for await (const piece of ask(first)) yield { type: 'piece', part: 0, piece };
    yield { type: 'done', part: 0 };
    return;
  }
  const sources = parts.map((part) => () => ask(part));
  for await (const arrival of sideBySide(sources, { atOnce: callsAtOnce, leave })) {
    const { source: part } = arrival;
    if (arrival.type === 'value') yield { type: 'piece', part, piece: arrival.value };
    else if (arrival.type === 'failed' && isStopped()) throw arrival.error;
    else yield { ...arrival, part };
  }
}
