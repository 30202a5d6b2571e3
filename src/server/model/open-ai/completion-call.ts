import type { Dispatcher } from 'undici';
import { request } from 'undici';

import { ProblemError } from '#core/problem/problem.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';

import type { CallClock } from './call-clock.ts';
import { CallFailure } from './call-failure.ts';
import type { OpenAiSettings } from './open-ai-settings.ts';
import { codeOfAnswer, describeProviderError } from './provider-error.ts';
import { readRetryAfter } from './retry-after.ts';

export type CompletionAnswer = Dispatcher.ResponseData;

const errorBodyLimit = 64 * 1024;
const errorBodyMs = 5000;

/** Asks for one chat completion. Follows no redirect: the key goes to the configured address alone. */
export async function callCompletion(
  settings: OpenAiSettings,
  prompt: Prompt,
  clock: CallClock,
  dispatcher: Dispatcher,
): Promise<CompletionAnswer> {
  const answer = await request(`${settings.baseUrl}/chat/completions`, {
    dispatcher,
    method: 'POST',
    signal: clock.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
    },
    body: JSON.stringify({
      model: settings.model,
      temperature: settings.temperature,
      stream: true,
      messages: [
        { role: 'system', content: prompt.system },
        { role: 'user', content: prompt.user },
      ],
    }),
  });
  // A body that is let go reports so as an error event, and one that nobody hears would end the process.
  answer.body.on('error', () => undefined);
  if (answer.statusCode === 200) return answer;
  const body = await readErrorBody(answer);
  const code = codeOfAnswer(answer.statusCode, body);
  const cause = `The provider answered with status ${answer.statusCode} (${describeProviderError(body) || 'no name'}).`;
  const problem = new ProblemError(code, { cause });
  // A used-up quota comes with status 429, but waiting does not bring it back.
  if (code === 'provider-quota') throw problem;
  throw new CallFailure(problem, answer.statusCode, readRetryAfter(answer.headers));
}

/** The little that a failure's body may be, as JSON; null where it is not, or does not come. */
async function readErrorBody({ body }: CompletionAnswer): Promise<unknown> {
  const timer = setTimeout(() => body.destroy(), errorBodyMs);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > errorBodyLimit) return null;
      chunks.push(bytes);
    }
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
