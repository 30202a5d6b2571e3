import { linksOfRelinks } from '#core/edits/edit.ts';
import { ProblemError, problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';
import { UnfinishedError, type FinishedGeneration } from '#core/generation/finished-generation.ts';
import { generate } from '#core/generation/generate.ts';
import type { RunTask } from '#core/generation/long-tasks.ts';
import type { Call } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { WritingRequest } from '#core/generation/prepare-job.ts';
import { resolveRelinks } from '#core/relink/relink-edits.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { openGenerationClient, type CallReader } from '#llm-client/write-completion.ts';

import type { GenerateOptions, GenerationRequest, Writer } from './generations-api.ts';
import { apiError, ApiError } from './send.ts';

/** Returns a request with its links, as `findLinks` finds them by their ids. */
export async function toWritingRequest(
  { content, linkIds, relinks = [], instructions, only }: GenerationRequest,
  findLinks: Extract<Writer, { kind: 'own' }>['findLinks'],
): Promise<WritingRequest> {
  const ids = linksOfRelinks(relinks);
  const exchanged = resolveRelinks(relinks, ids.length === 0 ? [] : await findLinks(ids));
  return { content, links: await findLinks(linkIds), instructions, relinks: exchanged, only };
}

/**
 * Runs a job in the page. `write` makes one call to the model, `run` does the long work. Throws a `ProblemError` or the
 * abort's own error.
 */
export async function generateInPage(
  job: WritingJob,
  run: RunTask,
  write: (request: CompletionRequest, reader: CallReader) => Call,
  { signal, onEvent }: GenerateOptions,
): Promise<FinishedGeneration> {
  const tokenizer = job.terms.model?.tokenizer;
  const client = openGenerationClient({ tokenizer, write, run }, signal);
  for await (const step of generate(job, client)) {
    if (step.type === 'result') return step.generation;
    signal.throwIfAborted();
    onEvent(step);
  }
  throw apiError('generation-failed');
}

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
