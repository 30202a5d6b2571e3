type Task<T> = (signal: AbortSignal) => Promise<T>;
type Hearing<T> = { readonly onDone: (result: T) => void; readonly onFail: (failure: unknown) => void };

/** Runs one task at a time. A new one ends the one before, of which nothing is heard any more. */
export type LatestTask = {
  isRunning(): boolean;
  stop(): void;
  /** Ends when the task has, or when another one has taken its place. */
  run<T>(task: Task<T>, hear: Hearing<T>): Promise<void>;
};

export function createLatestTask(): LatestTask {
  let running: AbortController | null = null;

  function stop(): void {
    running?.abort();
    running = null;
  }

  /** Whether the task may still be heard; from then on it runs no more. */
  function takes(call: AbortController): boolean {
    if (running !== call) return false;
    running = null;
    return true;
  }

  async function attempt<T>(call: AbortController, task: Task<T>, hear: Hearing<T>): Promise<void> {
    try {
      const result = await task(call.signal);
      if (takes(call)) hear.onDone(result);
    } catch (failure) {
      if (takes(call)) hear.onFail(failure);
    }
  }

  return {
    isRunning: () => running !== null,
    stop,
    async run(task, hear) {
      stop();
      const call = new AbortController();
      running = call;
      const stopped = new Promise<void>((resolve) => {
        call.signal.addEventListener('abort', () => resolve());
      });
      await Promise.race([attempt(call, task, hear), stopped]);
    },
  };
}
