import { ProblemError, problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';
import { UnfinishedError, type FinishedGeneration } from '#core/generation/finished-generation.ts';
import { generate } from '#core/generation/generate.ts';
import type { Call, CompletionRequest, GenerationClient, WritingJob } from '#core/generation/writing-job.ts';
import { openGenerationClient, type CallReader } from '#llm-client/write-completion.ts';

import type { GenerateOptions } from './generations-api.ts';
import { apiError, ApiError } from './send.ts';

/** Runs a job in the page. `write` makes one call to the model. Throws a `ProblemError` or the abort's own error. */
export async function generateInPage(
  job: WritingJob,
  write: (request: CompletionRequest, reader: CallReader) => Call,
  { signal, onEvent }: GenerateOptions,
): Promise<FinishedGeneration> {
  const tokenizer = job.terms.model?.tokenizer;
  const client = openGenerationClient({ tokenizer, write, fill, inSteps, toTheEnd: inSteps }, signal);
  for await (const step of generate(job, client)) {
    if (step.type === 'result') return step.generation;
    signal.throwIfAborted();
    onEvent(step);
  }
  throw apiError('generation-failed');
}

/** Loads the built-in writer only when a version lacks a link: few generations need it. */
const fill: GenerationClient['fill'] = async (gaps) => {
  const { pointAtLinks } = await import('#core/built-in-writer/point-at-links.ts');
  return inSteps(pointAtLinks(gaps));
};

/** Returns a failure as the page shows it. `messages` replace the usual ones, which speak of this site. */
export function toApiError(
  failure: unknown,
  messages: Partial<Readonly<Record<ProblemCode, string>>> = {},
): unknown {
  if (!(failure instanceof ProblemError)) return failure;
  const { code, message } = failure;
  const detail = message === problemMessages[code] ? (messages[code] ?? message) : message;
  const generation = failure instanceof UnfinishedError ? failure.generation : undefined;
  return new ApiError({ code, detail, status: null, generation }, { cause: failure });
}

/** The longest time of work without a pause, in milliseconds. */
const stretch = 12;

/** Runs all steps of a generator with pauses, so that the page stays responsive. Returns the generator's result. */
export async function inSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < stretch) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
}
