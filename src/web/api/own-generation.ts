import { ownKeyMessages, ProblemError } from '#core/errors/problem-messages.ts';
import { UnfinishedError, type FinishedGeneration } from '#core/generation/finished-generation.ts';
import { generate } from '#core/generation/generate.ts';
import type { GenerationClient, CompletionRequest } from '#core/generation/writing-job.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import {
  openGenerationClient,
  writeCompletion,
  type CallReader,
  type CompletionOptions,
} from '#llm-client/write-completion.ts';
import type { Transport } from '#llm-client/completion-request.ts';

import type { GenerateOptions, GenerationRequest, Writer } from './generations-api.ts';
import { ownTerms } from './own-terms.ts';
import { apiError, ApiError } from './send.ts';

const temperature = 0.7;

/** Generates in the page with the visitor's own provider. The key goes to that provider and nowhere else. */
export async function generateByOwnKey(
  { provider, protocol, findLinks }: Extract<Writer, { kind: 'own' }>,
  { content, linkIds, instructions, only }: GenerationRequest,
  { signal, onEvent }: GenerateOptions,
  options: CompletionOptions = {},
): Promise<FinishedGeneration> {
  const settings = { ...provider, temperature };
  try {
    const writing = { content, links: await findLinks(linkIds), instructions, only };
    const job = await inSteps(prepareJob(writing, ownTerms(provider.model, protocol)));
    const write = (request: CompletionRequest, reader: CallReader) =>
      writeCompletion({ settings, transport: providerTransport }, request, reader, options);
    const tokenizer = job.terms.model?.tokenizer;
    const client = openGenerationClient({ tokenizer, write, fill, inSteps, toTheEnd: inSteps }, signal);
    for await (const step of generate(job, client)) {
      if (step.type === 'result') return step.generation;
      signal.throwIfAborted();
      onEvent(step);
    }
  } catch (failure) {
    throw failure instanceof ProblemError ? toApiError(failure) : failure;
  }
  throw apiError('generation-failed');
}

/** Loads the built-in writer only when a version lacks a link: few generations need it. */
const fill: GenerationClient['fill'] = async (gaps) => {
  const { pointAtLinks } = await import('#core/built-in-writer/point-at-links.ts');
  return inSteps(pointAtLinks(gaps));
};

function toApiError(problem: ProblemError): ApiError {
  const { code, message } = problem;
  const generation = problem instanceof UnfinishedError ? problem.generation : undefined;
  const detail = ownKeyMessages[code] ?? message;
  return new ApiError({ code, detail, status: null, generation }, { cause: problem });
}

/** The longest time of work without a pause, in milliseconds. */
const stretch = 12;

/** Runs all steps of a generator with pauses, so that the page stays responsive. Returns the generator's result. */
async function inSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < stretch) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
}

/**
 * Sends a request from the visitor's browser to a provider, without cookies, referrer and redirects. Nothing goes to
 * our server.
 */
const providerTransport: Transport = async ({ url, headers, body, signal }) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body,
    signal,
    mode: 'cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // The key goes to the given address only: a redirect comes back without status and body.
    redirect: 'manual',
  });
  const reader = answer.body?.getReader();
  return {
    status: answer.type === 'opaqueredirect' ? 302 : answer.status,
    header: (name) => answer.headers.get(name),
    body: readAll(reader),
    discard: () => void reader?.cancel().catch(() => {}),
  };
};

async function* readAll(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  if (reader === undefined) return;
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}
