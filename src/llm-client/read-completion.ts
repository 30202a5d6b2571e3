import type { ModelPiece } from '#core/generation/writing-job.ts';
import { ProblemError } from '#core/errors/problem.ts';

import type { CallClock } from './call-clock.ts';
import type { CallLimits } from './call-limits.ts';
import { createEventReply, type EventReply } from './event-reply.ts';
import type { TransportAnswer } from './transport.ts';
import { readWholeReply } from './completion-reply.ts';

type Pieces = AsyncGenerator<ModelPiece, void, undefined>;
type Source = {
  /** Returns the next text of the body, or null at its end. */
  next(waitMs: number): Promise<string | null>;
  /** Reads the short rest in the background, so that the connection can serve another call. */
  letGo(): void;
};

/** Milliseconds that a connection may take to end after its reply. */
const restMs = 250;

/** Yields the pieces of a reply, streamed or not. Throws 'reply-empty' if it has no text. */
export function readCompletion(answer: TransportAnswer, clock: CallClock, limits: CallLimits): Pieces {
  // A header that is sent twice has a comma.
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

/** A finished reply is complete, even if the connection breaks after it. */
function nextOfCount(source: Source, { countMs }: CallLimits): Promise<string | null> {
  return source.next(countMs).catch(() => null);
}

/** A count before the end of the reply may cover only its beginning. */
function* countOf(reply: EventReply): Generator<ModelPiece, void, undefined> {
  const usage = reply.state() === 'open' ? null : reply.usage();
  if (usage !== null) yield usage;
}

/** Reads the body as text, up to a limit in bytes. Each wait has its own time limit. */
function createSource(answer: TransportAnswer, clock: CallClock, byteLimit: number): Source {
  const utf8 = new TextDecoder();
  const iterator: AsyncIterator<Uint8Array> = answer.body[Symbol.asyncIterator]();
  let bytes = 0;
  return {
    async next(waitMs) {
      // A chunk may be large. It is read first, because it tells more about the failure.
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
    // The reply is complete: nobody waits for the rest.
  }
}
