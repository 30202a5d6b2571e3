import type { CompletionOptions } from '#completion/write-completion.ts';
import { writeCompletion } from '#completion/write-completion.ts';
import { generationSchema } from '#contract/generations.ts';
import { generate } from '#core/generation/generate.ts';
import { UnfinishedError } from '#core/generation/unfinished-error.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import { ownKeyMessages } from '#core/problem/own-key-messages.ts';
import { ProblemError } from '#core/problem/problem.ts';

import { ApiError } from './api-error.ts';
import type { Generate } from './generations-api.ts';
import { ownTerms } from './own-terms.ts';
import { providerTransport } from './provider-transport.ts';
import type { Writer } from './writer.ts';

const temperature = 0.7;

type OwnWriter = Extract<Writer, { kind: 'own' }>;

/** The same generation as the server's, written by the visitor's own provider: the key goes there and nowhere else. */
export function createOwnGenerate(
  { provider, findLinks }: OwnWriter,
  options: CompletionOptions = {},
): Generate {
  const settings = { ...provider, temperature };
  return async function* generateWithOwnKey({ content, linkIds }, signal) {
    try {
      const job = prepareJob(content, await findLinks(linkIds), ownTerms(provider.model));
      const pieces = writeCompletion({ settings, transport: providerTransport }, job, signal, options);
      for await (const step of generate(pieces, job))
        yield step.type === 'result'
          ? { ...step, generation: generationSchema.parse(step.generation) }
          : step;
    } catch (failure) {
      throw failure instanceof ProblemError ? explain(failure) : failure;
    }
  };
}

function explain(problem: ProblemError): ApiError {
  const { code, message } = problem;
  const generation =
    problem instanceof UnfinishedError ? generationSchema.parse(problem.generation) : undefined;
  const detail = ownKeyMessages[code] ?? message;
  return new ApiError({ code, detail, status: null, generation }, { cause: problem });
}
