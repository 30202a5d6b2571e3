/** Returns a function that runs one task at a time, in the order of the calls. It returns the result of the task. */
export function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => {});
    return turn;
  };
}
