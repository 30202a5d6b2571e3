/** Runs a task when it is its turn. */
type Turn = <T>(task: () => Promise<T>) => Promise<T>;

/** A turn that has not come by then is not waited for, in milliseconds. */
export const turnPatience = 15_000;
/** A wait is told of from then on, in milliseconds. */
const noticedWait = 300;

const lateWords =
  'Changes are still on their way to the server, so nothing was done. Please try again in a minute.';

/** Waits for the turn, but not for ever; one that comes too late is given back unused. */
export async function takeTurn<T>(
  inTurn: Turn,
  task: () => Promise<T>,
  onWaiting: (isWaiting: boolean) => void,
): Promise<T> {
  const notice = setTimeout(() => onWaiting(true), noticedWait);
  let end: ReturnType<typeof setTimeout> | undefined;
  let isLate = false;
  const late = new Promise<never>((_resolve, reject) => {
    end = setTimeout(() => {
      isLate = true;
      reject(new Error(lateWords));
    }, turnPatience);
  });

  function stopWaiting(): void {
    clearTimeout(notice);
    clearTimeout(end);
    onWaiting(false);
  }

  const done = inTurn(() => {
    if (isLate) throw new Error(lateWords);
    stopWaiting();
    return task();
  });
  try {
    return await Promise.race([done, late]);
  } finally {
    stopWaiting();
  }
}
