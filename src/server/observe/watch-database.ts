const watchEvery = 2000;

type Watched = {
  /** Why nothing is saved at present; null: nothing is known against it. */
  danger(): Error | null;
};

/** Looks after the database now and then until it is stopped. `say` is told once of each danger, and of its end. */
export function watchDatabase(
  { danger }: Watched,
  say: (line: string) => void,
  every = watchEvery,
): () => void {
  let told: string | null = null;

  function look(): void {
    const message = danger()?.message ?? null;
    if (message === told) return;
    say(message ?? 'The database file is back: links are saved again.');
    told = message;
  }

  look();
  const timer = setInterval(look, every).unref();
  return () => clearInterval(timer);
}
