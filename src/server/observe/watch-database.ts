/** In milliseconds. */
const watchInterval = 2000;

type Watched = {
  /** Returns a known reason why nothing can be saved, or null. */
  danger(): Error | null;
};

/** Checks the database regularly. Calls `say` once for each danger and for its end. Returns a function that stops. */
export function watchDatabase(
  { danger }: Watched,
  say: (line: string) => void,
  interval = watchInterval,
): () => void {
  let reported: string | null = null;

  function look(): void {
    const message = danger()?.message ?? null;
    if (message === reported) return;
    say(message ?? 'The database file is back: links are saved again.');
    reported = message;
  }

  look();
  const timer = setInterval(look, interval).unref();
  return () => clearInterval(timer);
}
