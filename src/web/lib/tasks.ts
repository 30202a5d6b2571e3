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

/** Runs `run` once after `delay` milliseconds. Returns a function that cancels it. */
export type Schedule = (run: () => void, delay: number) => () => void;

export const schedule: Schedule = (run, delay) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};
