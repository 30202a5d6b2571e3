import type { Protocol } from '#core/limits/terms.ts';
import { testJob } from '#core/generation/test-job.ts';
import type { ChatRequest } from '#provider/chat-request.ts';
import type { CorpusCase } from '#provider/corpus/corpus-cases.ts';

/** Returns the current prompt about a case. */
export function promptOf({ content, links }: CorpusCase, protocol: Protocol): ChatRequest {
  const [part] = testJob(content, links, { terms: { protocol } }).parts;
  if (part === undefined) throw new Error('The job has no part.');
  const { system, user } = part.prompt;
  return {
    model: 'm',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  };
}
