import {
  openGenerationClient,
  writeCompletion,
  type CompletionOptions,
} from '#llm-client/write-completion.ts';
import { generationSchema } from '#contract/generations.ts';
import type { GenerationClient } from '#core/generation/generation-client.ts';
import { generate } from '#core/generation/generate.ts';
import { UnfinishedError } from '#core/generation/finished-generation.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';
import { ownKeyMessages } from '#core/errors/own-key-messages.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { apiError, ApiError } from './api-error.ts';
import type { Generate } from './generations-api.ts';
import { providerTransport } from './provider-transport.ts';
import { ownTerms, type Writer } from './writer.ts';

const temperature = 0.7;

type OwnWriter = Extract<Writer, { kind: 'own' }>;

/** Generates in the page with the visitor's own provider. The key goes to that provider and nowhere else. */
export function createOwnGenerate(
  { provider, protocol, findLinks }: OwnWriter,
  options: CompletionOptions = {},
): Generate {
  const settings = { ...provider, temperature };
  return async ({ content, linkIds, only }, { signal, onEvent }) => {
    try {
      const wish = { content, links: await findLinks(linkIds), only };
      const job = await inSteps(prepareJob(wish, ownTerms(provider.model, protocol)));
      const write = (request: CompletionRequest, ended: AbortSignal) =>
        writeCompletion({ settings, transport: providerTransport }, request, ended, options);
      const tokenizer = job.terms.model?.tokenizer;
      const client = openGenerationClient({ tokenizer, write, fill, inSteps, toTheEnd: inSteps }, signal);
      for await (const step of generate(job, client)) {
        if (step.type === 'result') return generationSchema.parse(step.generation);
        signal.throwIfAborted();
        onEvent(step);
      }
    } catch (failure) {
      throw failure instanceof ProblemError ? toApiError(failure) : failure;
    }
    throw apiError('generation-failed');
  };
}

/** Loads the built-in writer only when a version lacks a link: few generations need it. */
const fill: GenerationClient['fill'] = async (gaps) => {
  const { pointAtLinks } = await import('#core/template-writer/point-at-links.ts');
  return inSteps(pointAtLinks(gaps));
};

function toApiError(problem: ProblemError): ApiError {
  const { code, message } = problem;
  const generation =
    problem instanceof UnfinishedError ? generationSchema.parse(problem.generation) : undefined;
  const detail = ownKeyMessages[code] ?? message;
  return new ApiError({ code, detail, status: null, generation }, { cause: problem });
}

/** The longest time of work without a pause, in milliseconds. */
const stretch = 12;

/** Runs the steps of a generator with pauses, so that the page stays responsive. Returns the generator's result. */
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
