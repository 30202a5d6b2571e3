import { ownKeyMessages } from '#core/errors/problem-messages.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { writeCompletion, type CompletionOptions } from '#llm-client/write-completion.ts';
import type { Transport } from '#llm-client/request/transport.ts';
import { isOnThisDevice } from '#llm-client/request/provider-hosts.ts';

import type { GenerateOptions, GenerationRequest, Writer } from './generations-api.ts';
import { generateInPage, toApiError, toWritingRequest } from './in-page-generation.ts';
import { ownTerms } from './own-terms.ts';
import { openTaskRunner } from './task-runner.ts';

const temperature = 0.7;

/** Generates in the page with the visitor's own provider. The key goes to that provider and nowhere else. */
export async function generateByOwnKey(
  { provider, protocol, findLinks }: Extract<Writer, { kind: 'own' }>,
  request: GenerationRequest,
  given: GenerateOptions,
  options: CompletionOptions = {},
): Promise<FinishedGeneration> {
  // On the visitor's machine, thoughts take minutes and most of the window.
  const settings = { ...provider, temperature, isThinkingOff: isOnThisDevice(provider.baseUrl), isOwn: true };
  const { run, close } = openTaskRunner(request.content, given.signal);
  try {
    const writing = await toWritingRequest(request, findLinks);
    const terms = ownTerms(provider, protocol);
    const job = await run({ name: 'prepare', input: { request: writing, terms } });
    return await generateInPage(
      job,
      run,
      (call, reader) => writeCompletion({ settings, transport: providerTransport }, call, reader, options),
      given,
    );
  } catch (failure) {
    throw toApiError(failure, ownKeyMessages);
  } finally {
    close();
  }
}

/**
 * Sends a request from the visitor's browser to a provider, without cookies, referrer and redirects. Nothing goes to
 * our server.
 */
const providerTransport: Transport = async ({ url, headers, body, signal }) => {
  const answer = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
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
