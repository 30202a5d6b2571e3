const keepAliveInterval = 15_000;
const quiet = Symbol('quiet');

/**
 * Writes events as `text/event-stream`, the object's `type` as the event's name. Begins with a comment, so that the
 * headers leave at once, and repeats one while nothing happens, so that no proxy takes the silence for an end.
 */
export async function* writeEventStream(
  events: AsyncIterable<{ readonly type: string }>,
  interval: number = keepAliveInterval,
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    yield ': open\n\n';
    let next = iterator.next();
    for (;;) {
      const step = await orQuiet(next, interval);
      if (step === quiet) {
        yield ': still here\n\n';
        continue;
      }
      if (step.done === true) return;
      yield `event: ${step.value.type}\ndata: ${JSON.stringify(step.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

async function orQuiet<T>(next: Promise<T>, interval: number): Promise<T | typeof quiet> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<typeof quiet>((resolve) => {
    timer = setTimeout(resolve, interval, quiet);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
