/** Gives a function that runs one task at a time, in the order in which they come. It answers as the task does. */
export function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => {});
    return turn;
  };
}
