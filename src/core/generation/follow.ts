/** How a source ended: by itself, because its reader stopped, or with a failure. */
type End = { readonly type: 'done' | 'left' } | { readonly type: 'failed'; readonly error: unknown };

type Follower<T> = {
  /** Gets each value before the reader does. */
  take(value: T): void | Promise<void>;
  /** Called once. */
  end?(end: End): void | Promise<void>;
};

/**
 * Returns a source with the same values, which a follower also gets. An async generator would cost three promises
 * for each value, and a thousand open streams have many values and several followers.
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
