import { ProblemError } from '#core/errors/problem-messages.ts';
import type { ModelPiece } from '#core/generation/writing-job.ts';

import type { TransportAnswer } from './transport.ts';
import { createEventReply, readWholeReply } from './completion-reply.ts';

/** Limits for the time and the size of an answer. Times are in milliseconds. */
export type CallLimits = {
  /** The whole call with its retries and the whole reply. */
  readonly totalMs: number;
  /** From the head of the answer to its first text. Models that think first are silent for minutes. */
  readonly firstTextMs: number;
  /** Between two pieces of a reply that has begun. */
  readonly idleMs: number;
  /** From the last word of the reply to its token count, which some providers never send. */
  readonly countMs: number;
  /** Of a whole streamed answer. The JSON around one token may take a kilobyte. */
  readonly streamBytes: number;
  /** Of what is kept in memory: an answer that is not streamed, a single event, the text of a stream. */
  readonly heldBytes: number;
};

type Pieces = AsyncGenerator<ModelPiece, void, undefined>;

/** Yields the pieces of a reply, streamed or not. Throws 'reply-empty' if it has no text. */
export function readCompletion(answer: TransportAnswer, limits: CallLimits): Pieces {
  // The values of a header that is sent twice have a comma between them.
  const mediaType = answer.header('content-type')?.split(/[;,]/u, 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'text/event-stream') return readStream(createSource(answer, limits.streamBytes), limits);
  if (mediaType === 'application/json') return readAtOnce(createSource(answer, limits.heldBytes), limits);
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
  } finally {
    source.stop();
  }
  const { text, thoughts, count, problem } = readWholeReply(body);
  if (thoughts !== '') yield { type: 'unread', text: thoughts };
  if (text !== '') yield { type: 'text', text };
  if (count !== null) yield count;
  if (problem !== null) throw new ProblemError(problem);
  if (text === '') throw new ProblemError('reply-empty');
}

async function* readStream(source: Source, limits: CallLimits): Pieces {
  const reply = createEventReply(limits.heldBytes);
  let length = 0;
  try {
    while (reply.state() !== 'over') {
      const waitMs = length === 0 ? limits.firstTextMs : limits.idleMs;
      // A finished reply is complete, even if the connection breaks before its count.
      const isOpen = reply.state() === 'open';
      const chunk = await (isOpen ? source.next(waitMs) : source.next(limits.countMs).catch(() => null));
      if (chunk === null) break;
      const { text, thoughts } = reply.feed(chunk);
      if (thoughts !== '') yield { type: 'unread', text: thoughts };
      if (text === '') continue;
      length += text.length;
      yield { type: 'text', text };
      if (length > limits.heldBytes) throw new ProblemError('provider-output-limit');
    }
  } finally {
    source.stop();
  }
  // A count before the end of the reply may cover only its beginning.
  const count = reply.state() === 'open' ? null : reply.usage();
  if (count !== null) yield count;
  reply.end();
  if (length === 0) throw new ProblemError('reply-empty');
  source.letGo();
}

type Source = ReturnType<typeof createSource>;

/** Milliseconds that a connection may take to end after its reply. */
const restMs = 250;

/** Reads the body as text, up to a limit in bytes. */
function createSource(answer: TransportAnswer, byteLimit: number) {
  const utf8 = new TextDecoder();
  const iterator: AsyncIterator<Uint8Array> = answer.body[Symbol.asyncIterator]();
  const timer = createWaitTimer(() => answer.discard());
  let bytes = 0;
  return {
    /**
     * Returns the next text, or null at the end. Throws 'provider-timeout' if it does not come within `waitMs`. The
     * time that the reader takes does not count.
     */
    async next(waitMs: number): Promise<string | null> {
      // A chunk beyond the limit is still read, because it tells more about the failure.
      if (bytes > byteLimit) throw new ProblemError('provider-reply-broken');
      const step = await timer.within(waitMs, iterator.next());
      if (step.done === true) return null;
      bytes += step.value.length;
      return utf8.decode(step.value, { stream: true });
    },
    /** Reads the short rest in the background, so that the connection can serve another call. */
    letGo(): void {
      const discarding = setTimeout(() => answer.discard(), restMs);
      void drain(iterator).finally(() => clearTimeout(discarding));
    },
    stop: timer.stop,
  };
}

async function drain(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    for (let step = await iterator.next(); step.done !== true;) step = await iterator.next();
  } catch {
    // The reply is complete, so a failure of the rest does not matter.
  }
}

/**
 * One timer serves all waits of a call. A reply has thousands of waits, and all but the last end long before their
 * limit. When a wait reaches its limit, `expire` must end what it waits for, and the wait throws 'provider-timeout'.
 */
function createWaitTimer(expire: () => void) {
  let deadline = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let isExpired = false;

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer);
    wakesAt = performance.now() + milliseconds;
    timer = setTimeout(look, milliseconds);
  }

  function look(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    if (deadline === Number.POSITIVE_INFINITY) return;
    const left = deadline - performance.now();
    if (left > 0) return wakeIn(left);
    isExpired = true;
    expire();
  }

  return {
    async within<T>(milliseconds: number, wait: Promise<T>): Promise<T> {
      deadline = performance.now() + milliseconds;
      if (deadline < wakesAt) wakeIn(milliseconds);
      try {
        const result = await wait;
        if (!isExpired) return result;
      } catch (error) {
        if (!isExpired) throw error;
      } finally {
        deadline = Number.POSITIVE_INFINITY;
      }
      throw new ProblemError('provider-timeout');
    },
    stop: () => clearTimeout(timer),
  };
}
