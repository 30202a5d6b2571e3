/** A value or the end of one of several sources, with the index of the source. */
export type Arrival<T> =
  | { readonly type: 'value'; readonly source: number; readonly value: T }
  | { readonly type: 'done'; readonly source: number }
  | { readonly type: 'failed'; readonly source: number; readonly error: unknown };

/**
 * Reads several sources at the same time, at most `atOnce`, each only as fast as the reader reads. If one fails, the
 * others go on. If the reader stops, all sources end: their `return` must also end what they wait for.
 */
export async function* sideBySide<T>(
  sources: readonly (() => AsyncIterable<T>)[],
  atOnce: number,
): AsyncGenerator<Arrival<T>, void, undefined> {
  const open = new Map<number, AsyncIterator<T>>();
  const arrived: Arrival<T>[] = [];
  let wake: (() => void) | null = null;
  let next = 0;

  function tell(arrival: Arrival<T>): void {
    arrived.push(arrival);
    wake?.();
  }

  function pull(source: number, iterator: AsyncIterator<T>): void {
    iterator.next().then(
      (step) =>
        tell(step.done === true ? { type: 'done', source } : { type: 'value', source, value: step.value }),
      (error: unknown) => tell({ type: 'failed', source, error }),
    );
  }

  function openMore(): void {
    for (; open.size < atOnce && next < sources.length; next += 1) {
      const iterator = sources[next]?.()[Symbol.asyncIterator]();
      if (iterator === undefined) continue;
      open.set(next, iterator);
      pull(next, iterator);
    }
  }

  try {
    for (openMore(); open.size > 0; openMore()) {
      const arrival = arrived.shift();
      if (arrival === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const iterator = open.get(arrival.source);
      if (arrival.type !== 'value') open.delete(arrival.source);
      yield arrival;
      if (arrival.type === 'value' && iterator !== undefined) pull(arrival.source, iterator);
    }
  } finally {
    await Promise.allSettled([...open.values()].map(async (iterator) => iterator.return?.()));
  }
}

/** How a source ended: by itself, because its reader stopped, or with a failure. */
type End = { readonly type: 'done' | 'left' } | { readonly type: 'failed'; readonly error: unknown };

type Follower<T> = {
  /** Gets each value before the reader does. */
  take(value: T): void | Promise<void>;
  /** Called once. */
  end?(end: End): void | Promise<void>;
};

/**
 * Returns a source with the same values as `source`. A follower gets them too. An async generator would cost three
 * promises for each value, and a thousand open streams have many values and several followers.
 */
export function follow<T>(source: AsyncIterable<T>, { take, end }: Follower<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      let isOver = false;

      async function finish(how: End): Promise<void> {
        if (isOver) return;
        isOver = true;
        await end?.(how);
      }

      return {
        async next() {
          try {
            const step = await iterator.next();
            if (step.done === true) await finish({ type: 'done' });
            else {
              const taking = take(step.value);
              if (taking !== undefined) await taking;
            }
            return step;
          } catch (error) {
            await finish({ type: 'failed', error });
            throw error;
          }
        },
        async return() {
          try {
            await iterator.return?.();
          } finally {
            await finish({ type: 'left' });
          }
          return { done: true, value: undefined };
        },
      };
    },
  };
}
