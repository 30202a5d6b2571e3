/** The reason of an abort that no user asked for. */
class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

export type CallClock = {
  /** Aborts when the user leaves or any limit passes. */
  readonly signal: AbortSignal;
  /** Waits for the provider for so many milliseconds at most; time that the reader takes does not count. */
  within<T>(milliseconds: number, wait: Promise<T>): Promise<T>;
  stop(): void;
};

/** One clock for one call: the user's signal, a limit for all of it, and a limit for each wait. */
export function startCallClock(user: AbortSignal, totalMs: number): CallClock {
  const controller = new AbortController();
  const leave = () => controller.abort(user.reason);
  const expire = () => controller.abort(new OutOfTime());
  const total = setTimeout(expire, totalMs);
  if (user.aborted) leave();
  user.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    async within(milliseconds, wait) {
      const timer = setTimeout(expire, milliseconds);
      try {
        return await wait;
      } finally {
        clearTimeout(timer);
      }
    },
    stop() {
      clearTimeout(total);
      user.removeEventListener('abort', leave);
    },
  };
}
