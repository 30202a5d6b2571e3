/** Returns a function that loads once and shares the result. After a failure the next call loads again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    if (loading !== null) return loading;
    const started = load();
    loading = started;
    started.catch(() => (loading = null));
    return started;
  };
}

/** Returns the result of the work. Rejects when the signal aborts, but the work itself goes on. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Runs one task at a time, in the order of the calls. Returns the result of the task. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => {});
    return turn;
  };
}

/** Runs one task at a time. A new task aborts the running one, and the result of that one is ignored. */
export function createLatestTask() {
  let running: AbortController | null = null;

  function stop(): void {
    running?.abort();
    running = null;
  }

  return {
    isRunning: () => running !== null,
    stop,
    /** Resolves when the task has ended, or when another one has replaced it. */
    async run<T>(task: (signal: AbortSignal) => Promise<T>, onDone: (result: T) => void): Promise<void> {
      stop();
      const call = new AbortController();
      running = call;
      async function finish(): Promise<void> {
        const result = await task(call.signal);
        if (running !== call) return;
        running = null;
        onDone(result);
      }
      const stopped = new Promise<void>((resolve) => {
        call.signal.addEventListener('abort', () => resolve());
      });
      await Promise.race([finish(), stopped]);
    },
  };
}

/** Runs `run` once after `delay` milliseconds. Returns a function that cancels it. */
export function schedule(run: () => void, delay: number): () => void {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
}

/** Runs one task later. A new task replaces the one that waits. */
export function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    stop,
    isWaiting: () => timer !== undefined,
    start(run: () => void, delay = 0): void {
      stop();
      timer = setTimeout(() => {
        timer = undefined;
        run();
      }, delay);
    },
  };
}

const firstDelay = 1000;
const longestDelays = { server: 60_000, network: 5000 };

/** Runs a task again after a failure. The delay grows with each failure in a row. */
export type RetryTimer = {
  /** Runs `run` later. The delay for a failing server can get longer than the delay for a network that is down. */
  failed(by: 'server' | 'network', run: () => void): void;
  succeeded(): void;
  /** The next failure counts as the first one. A task that is already scheduled still runs. */
  forget(): void;
};

export function createRetryTimer(): RetryTimer {
  let failures = 0;
  const timer = createTimer();

  return {
    failed(by, run) {
      const longestDelay = longestDelays[by];
      const delay = Math.min(firstDelay * 2 ** failures, longestDelay);
      failures = Math.min(failures + 1, 10);
      // The delay varies by up to half, so that tabs that failed together do not try again together.
      timer.start(run, Math.min(delay * (0.5 + Math.random()), longestDelay));
    },
    succeeded() {
      failures = 0;
      timer.stop();
    },
    forget() {
      failures = 0;
    },
  };
}
