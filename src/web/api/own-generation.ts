import type { CompletionOptions } from '#llm-client/write-completion.ts';
import { openGenerationClient } from '#llm-client/generation-client.ts';
import { writeCompletion } from '#llm-client/write-completion.ts';
import { generationSchema } from '#contract/generations.ts';
import type { GenerationClient } from '#core/generation/generation.ts';
import { generate } from '#core/generation/generate.ts';
import { UnfinishedError } from '#core/generation/generation.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';
import { ownKeyMessages } from '#core/errors/own-key-messages.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { ApiError } from './api-error.ts';
import type { Generate } from './generations-api.ts';
import { inSteps } from './in-steps.ts';
import { ownTerms } from './own-terms.ts';
import { providerTransport } from './provider-transport.ts';
import type { Writer } from './writer.ts';

const temperature = 0.7;

type OwnWriter = Extract<Writer, { kind: 'own' }>;

/** The same generation as the server's, written by the visitor's own provider: the key goes there and nowhere else. */
export function createOwnGenerate(
  { provider, protocol, findLinks }: OwnWriter,
  options: CompletionOptions = {},
): Generate {
  const settings = { ...provider, temperature };
  return async function* generateWithOwnKey({ content, linkIds, only }, signal) {
    try {
      const wish = { content, links: await findLinks(linkIds), only };
      const job = await inSteps(prepareJob(wish, ownTerms(provider.model, protocol)));
      const write = (request: CompletionRequest, ended: AbortSignal) =>
        writeCompletion({ settings, transport: providerTransport }, request, ended, options);
      for await (const step of generate(
        job,
        openGenerationClient(
          { tokenizer: job.terms.model?.tokenizer, write, fill, inSteps, toTheEnd: inSteps },
          signal,
        ),
      ))
        yield step.type === 'result'
          ? { ...step, generation: generationSchema.parse(step.generation) }
          : step;
    } catch (failure) {
      throw failure instanceof ProblemError ? explain(failure) : failure;
    }
  };
}

/** Few generations need it: the built-in writer is fetched when something is missing. */
const fill: GenerationClient['fill'] = async (gaps) => {
  const { pointAtLinks } = await import('#core/template-writer/point-at-links.ts');
  return inSteps(pointAtLinks(gaps));
};

function explain(problem: ProblemError): ApiError {
  const { code, message } = problem;
  const generation =
    problem instanceof UnfinishedError ? generationSchema.parse(problem.generation) : undefined;
  const detail = ownKeyMessages[code] ?? message;
  return new ApiError({ code, detail, status: null, generation }, { cause: problem });
}
