import type { ModelPiece } from '#core/generation/generation.ts';
import { ProblemError } from '#core/errors/problem.ts';

import type { CallClock } from './call-clock.ts';
import type { CallLimits } from './call-limits.ts';
import type { EventReply } from './event-reply.ts';
import { createEventReply } from './event-reply.ts';
import type { TransportAnswer } from './transport.ts';
import { readWholeReply } from './completion-reply.ts';

type Pieces = AsyncGenerator<ModelPiece, void, undefined>;
type Source = {
  /** The next of the body's text; null at its end. */
  next(waitMs: number): Promise<string | null>;
  /** Reads what little is left in the background, so that the connection can serve another call. */
  letGo(): void;
};

/** How long a connection may take to end after its reply. */
const restMs = 250;

/** What a reply says, whether the provider streams or answers at once. Throws 'reply-empty' where it says nothing. */
export function readCompletion(answer: TransportAnswer, clock: CallClock, limits: CallLimits): Pieces {
  // Sent twice, it comes with a comma.
  const mediaType = answer.header('content-type')?.split(/[;,]/u, 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'text/event-stream')
    return readStream(createSource(answer, clock, limits.streamBytes), limits);
  if (mediaType === 'application/json')
    return readAtOnce(createSource(answer, clock, limits.heldBytes), limits);
  const name = /^[\w./+-]{1,64}$/u.test(mediaType) ? mediaType : 'something else';
  throw new ProblemError('provider-reply-broken', { cause: `The provider answered with ${name}.` });
}

async function* readAtOnce(source: Source, { firstTextMs }: CallLimits): Pieces {
  let body = '';
  try {
    for (let text = await source.next(firstTextMs); text !== null; text = await source.next(firstTextMs))
      body += text;
  } catch (failure) {
    if (body !== '') yield { type: 'unread', text: body };
    throw failure;
  }
  const { text, thoughts, usage, failure } = readWholeReply(body);
  if (thoughts !== '') yield { type: 'unread', text: thoughts };
  if (text !== '') yield { type: 'text', text };
  if (usage !== null) yield usage;
  if (failure !== null) throw new ProblemError(failure);
  if (text === '') throw new ProblemError('reply-empty');
}

async function* readStream(source: Source, limits: CallLimits): Pieces {
  const reply = createEventReply(limits.heldBytes);
  let length = 0;
  while (reply.state() !== 'over') {
    const waitMs = length === 0 ? limits.firstTextMs : limits.idleMs;
    const chunk = await (reply.state() === 'open' ? source.next(waitMs) : nextOfCount(source, limits));
    if (chunk === null) break;
    const { text, thoughts } = reply.feed(chunk);
    if (thoughts !== '') yield { type: 'unread', text: thoughts };
    if (text === '') continue;
    length += text.length;
    yield { type: 'text', text };
    if (length > limits.heldBytes) throw new ProblemError('provider-output-limit');
  }
  yield* countOf(reply);
  reply.end();
  if (length === 0) throw new ProblemError('reply-empty');
  source.letGo();
}

/** A reply that is finished is whole, whatever becomes of the connection after it. */
function nextOfCount(source: Source, { countMs }: CallLimits): Promise<string | null> {
  return source.next(countMs).catch(() => null);
}

/** A count that comes before the end may be of the beginning alone. */
function* countOf(reply: EventReply): Generator<ModelPiece, void, undefined> {
  const usage = reply.state() === 'open' ? null : reply.usage();
  if (usage !== null) yield usage;
}

/** The body as text, within its limit of size; the limit of time is each wait's own. */
function createSource(answer: TransportAnswer, clock: CallClock, byteLimit: number): Source {
  const utf8 = new TextDecoder();
  const iterator: AsyncIterator<Uint8Array> = answer.body[Symbol.asyncIterator]();
  let bytes = 0;
  return {
    async next(waitMs) {
      // What arrives at once may be much: it is read first, and tells more of what went wrong.
      if (bytes > byteLimit) throw new ProblemError('provider-reply-broken');
      const step = await clock.within(waitMs, iterator.next());
      if (step.done === true) return null;
      bytes += step.value.length;
      return utf8.decode(step.value, { stream: true });
    },
    letGo() {
      const timer = setTimeout(() => answer.discard(), restMs);
      void drain(iterator).finally(() => clearTimeout(timer));
    },
  };
}

async function drain(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    for (let step = await iterator.next(); step.done !== true;) step = await iterator.next();
  } catch {
    // The reply is whole: nobody waits for the rest.
  }
}
