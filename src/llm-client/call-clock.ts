/** The reason of an abort that no user asked for. */
class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

export type CallClock = {
  readonly user: AbortSignal;
  /** Aborts when the user leaves or when a limit passes. */
  readonly signal: AbortSignal;
  /** Waits for the provider for this many milliseconds at most. The time that the reader takes does not count. */
  within<T>(milliseconds: number, wait: Promise<T>): Promise<T>;
  /** Ends the call, including all that is still running. */
  abort(): void;
  stop(): void;
};

/** Starts the clock of one call: the user's signal, a limit for the whole call, and a limit for each wait. */
export function startCallClock(user: AbortSignal, totalMs: number): CallClock {
  const controller = new AbortController();
  const leave = () => controller.abort(user.reason);
  const expire = () => controller.abort(new OutOfTime());
  const total = setTimeout(expire, totalMs);
  const waitTimer = createWaitTimer(expire);
  if (user.aborted) leave();
  user.addEventListener('abort', leave, { once: true });
  return {
    user,
    signal: controller.signal,
    async within(milliseconds, wait) {
      waitTimer.begin(milliseconds);
      try {
        return await wait;
      } finally {
        waitTimer.end();
      }
    },
    abort: () => controller.abort(),
    stop() {
      clearTimeout(total);
      waitTimer.stop();
      user.removeEventListener('abort', leave);
    },
  };
}

/**
 * One timer serves all waits of a call. A reply has thousands of waits, and all but the last end long before their
 * limit.
 */
function createWaitTimer(expire: () => void) {
  let deadline = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer);
    wakesAt = performance.now() + milliseconds;
    timer = setTimeout(look, milliseconds);
  }

  function look(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    if (deadline === Number.POSITIVE_INFINITY) return;
    const left = deadline - performance.now();
    if (left > 0) wakeIn(left);
    else expire();
  }

  return {
    begin(milliseconds: number) {
      deadline = performance.now() + milliseconds;
      if (deadline < wakesAt) wakeIn(milliseconds);
    },
    end() {
      deadline = Number.POSITIVE_INFINITY;
    },
    stop: () => clearTimeout(timer),
  };
}
