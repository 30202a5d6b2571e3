/** A queue from a writer that pushes chunks to a reader that pulls them. */
export type ChunkQueue = {
  /** Returns false when the queue is full. The writer then waits for `onEmpty`. */
  push(chunk: Uint8Array): boolean;
  end(): void;
  /** Drops the waiting chunks. The reader throws the error. */
  fail(error: Error): void;
  /** For one reader. */
  readonly chunks: AsyncIterable<Uint8Array>;
};

type Step = IteratorResult<Uint8Array, undefined>;

/** The queue is full above so many bytes. */
const waitingBytes = 64 * 1024;
const over: Step = { done: true, value: undefined };

/** Calls `onEmpty` when a full queue has become empty, and `onLeave` when the reader stops early. */
export function createChunkQueue({ onEmpty, onLeave }: { onEmpty(): void; onLeave(): void }): ChunkQueue {
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let isFull = false;
  let isOver = false;
  let failure: Error | null = null;
  let reader: { resolve(step: Step): void; reject(error: Error): void } | null = null;

  function take(chunk: Uint8Array): Step {
    bytes -= chunk.length;
    if (isFull && waiting.length === 0) {
      isFull = false;
      onEmpty();
    }
    return { done: false, value: chunk };
  }

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next() {
      const chunk = waiting.shift();
      if (chunk !== undefined) return Promise.resolve(take(chunk));
      if (failure !== null) return Promise.reject(failure);
      if (isOver) return Promise.resolve(over);
      return new Promise((resolve, reject) => {
        reader = { resolve, reject };
      });
    },
    return() {
      onLeave();
      return Promise.resolve(over);
    },
  };

  return {
    push(chunk) {
      if (reader !== null) {
        const { resolve } = reader;
        reader = null;
        resolve({ done: false, value: chunk });
        return true;
      }
      waiting.push(chunk);
      bytes += chunk.length;
      isFull ||= bytes > waitingBytes;
      return !isFull;
    },
    end() {
      isOver = true;
      reader?.resolve(over);
    },
    fail(error) {
      failure = error;
      waiting.length = 0;
      reader?.reject(error);
    },
    chunks: { [Symbol.asyncIterator]: () => iterator },
  };
}
