import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { RunTask } from '#core/generation/long-tasks.ts';
import type { WritingRequest } from '#core/generation/prepare-job.ts';
import type { Call } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { sentencesSystem } from '#core/prompt/write-prompt.ts';
import type { CallReader } from '#llm-client/write-completion.ts';
import { createTurns, type InTurn } from '#web/lib/tasks.ts';

import {
  countTokens,
  emptyAnswer,
  explainFailure,
  openBrowserModel,
  tooMuchAtOnce,
  windowOf,
  type BrowserSession,
} from './browser-model.ts';
import type { GenerateOptions, GenerationRequest, Writer } from './generations-api.ts';
import { generateInPage, toApiError, toWritingRequest } from './in-page-generation.ts';
import { browserTerms } from './own-terms.ts';
import { openTaskRunner } from './task-runner.ts';
import { languageOfText } from './text-language.ts';

/** Generates with the model of this browser. Nothing leaves the device. Throws an `ApiError`, or the abort's own error. */
export async function generateByBrowser(
  { findLinks, onState }: Extract<Writer, { kind: 'browser' }>,
  request: GenerationRequest,
  options: GenerateOptions,
): Promise<FinishedGeneration> {
  const { signal } = options;
  let base: BrowserSession | null = null;
  const { run, close } = openTaskRunner(request.content, signal);
  try {
    const writing = await toWritingRequest(request, findLinks);
    // Content that cannot be written is refused before the browser downloads anything.
    let job = await run({ name: 'prepare', input: { request: writing, terms: browserTerms() } });
    const inTurn = createTurns();
    if (job.parts.length > 0) {
      const language = languageOfText(request.content);
      base = await openBrowserModel({ language, system: sentencesSystem, signal, onState });
      job = await planFor(base, writing, run, signal);
    }
    const write = (call: CompletionRequest, reader: CallReader) => ask(base, call, reader, inTurn);
    return await generateInPage(job, run, write, options);
  } catch (failure) {
    throw toApiError(failure);
  } finally {
    close();
    base?.destroy();
  }
}

/** How often a job is planned again for a smaller window, because the browser counts more tokens than our estimate. */
const tries = 4;

/** Plans the calls so that each prompt, as the browser counts it, has room with its answer. */
async function planFor(
  base: BrowserSession,
  writing: WritingRequest,
  run: RunTask,
  signal: AbortSignal,
): Promise<WritingJob> {
  const { size, used } = windowOf(base);
  let room = size;
  for (let left = tries; left > 0; left -= 1) {
    const job = await run({ name: 'prepare', input: { request: writing, terms: browserTerms(room) } });
    let over = 0;
    for (const { prompt, maxOutputTokens } of job.parts) {
      const tokens = await countTokens(base, prompt.user, signal).catch((failure: unknown) => {
        throw explainFailure(failure, signal);
      });
      over = Math.max(over, used + tokens + (maxOutputTokens ?? 0) - size);
    }
    if (over <= 0) return job;
    room -= over;
  }
  throw tooMuchAtOnce();
}

/**
 * Makes one call, on a copy of the session, so that no prompt remembers another. The calls run one after the other.
 * There is no `responseConstraint`: our reader takes any form, a constraint uses a part of the window, and one that
 * cannot be met ends the answer with an error.
 */
function ask(
  base: BrowserSession | null,
  { prompt }: CompletionRequest,
  { take, signal: user }: CallReader,
  inTurn: InTurn,
): Call {
  const call = new AbortController();
  const { signal } = call;
  const end = () => call.abort();
  if (user.aborted) end();
  user.addEventListener('abort', end);

  async function answer(): Promise<void> {
    signal.throwIfAborted();
    const session = await base?.clone({ signal });
    if (session === undefined) return;
    try {
      const reader = session.promptStreaming(prompt.user, { signal }).getReader();
      let hasText = false;
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        hasText ||= step.value.trim() !== '';
        await take({ type: 'text', text: step.value });
      }
      if (!hasText) throw emptyAnswer();
    } finally {
      session.destroy();
    }
  }

  const ended = inTurn(answer)
    .catch((failure: unknown) => {
      throw explainFailure(failure, user);
    })
    .finally(() => user.removeEventListener('abort', end));
  return { ended, leave: end };
}
