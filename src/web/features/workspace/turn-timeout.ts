/** Runs a task when its turn comes. */
type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/** How long a task waits for its turn, in milliseconds. */
export const turnTimeout = 15_000;
/** After this wait the user is told of it, in milliseconds. */
const noticeDelay = 300;

const lateMessage =
  'Changes are still on their way to the server, so nothing was done. Please try again in a minute.';

/**
 * Runs a task in its turn and returns its result. Calls `onWaiting` when a wait is long and when it ends. Throws an error
 * with a message for the user if the turn does not come in time: the task then never runs.
 */
export async function withTurnTimeout<T>(
  inTurn: InTurn,
  task: () => Promise<T>,
  onWaiting: (isWaiting: boolean) => void,
): Promise<T> {
  const notice = setTimeout(() => onWaiting(true), noticeDelay);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLate = false;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error(lateMessage));
    }, turnTimeout);
  });

  function stopWaiting(): void {
    clearTimeout(notice);
    clearTimeout(timer);
    onWaiting(false);
  }

  const done = inTurn(() => {
    if (isLate) throw new Error(lateMessage);
    stopWaiting();
    return task();
  });
  try {
    return await Promise.race([done, late]);
  } finally {
    stopWaiting();
  }
}
