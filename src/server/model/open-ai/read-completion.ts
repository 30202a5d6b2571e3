import { ProblemError } from '#core/problem/problem.ts';

import type { CallClock } from './call-clock.ts';
import type { CallLimits } from './call-limits.ts';
import type { CompletionAnswer } from './completion-call.ts';
import { createEventReply } from './event-reply.ts';
import { readWholeReply } from './whole-reply.ts';

/** The reply's text in pieces, whether the provider streams or answers at once. */
export async function* readCompletion(
  answer: CompletionAnswer,
  clock: CallClock,
  limits: CallLimits,
): AsyncGenerator<string, void, undefined> {
  const mediaType = String(answer.headers['content-type']).split(';', 1)[0]?.trim().toLowerCase();
  let wait = limits.firstTextMs;
  const chunks = readChunks(answer, clock, limits.replyBytes, () => wait);
  if (mediaType === 'application/json') {
    let body = '';
    for await (const chunk of chunks) body += chunk;
    yield readWholeReply(body);
    return;
  }
  if (mediaType !== 'text/event-stream') {
    answer.body.destroy();
    throw new ProblemError('provider-reply-broken');
  }
  const reply = createEventReply();
  for await (const chunk of chunks) {
    const text = reply.feed(chunk);
    if (text !== '') {
      wait = limits.idleMs;
      yield text;
    }
    if (reply.isDone()) return;
  }
  reply.end();
}

/** The body as text, within its limits of time and size. */
async function* readChunks(
  { body }: CompletionAnswer,
  clock: CallClock,
  byteLimit: number,
  waitMs: () => number,
): AsyncGenerator<string, void, undefined> {
  const utf8 = new TextDecoder();
  const iterator: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const step = await clock.within(waitMs(), iterator.next());
      if (step.done === true) break;
      bytes += step.value.length;
      if (bytes > byteLimit) throw new ProblemError('provider-reply-broken');
      yield utf8.decode(step.value, { stream: true });
    }
    yield utf8.decode();
  } finally {
    body.destroy();
  }
}
