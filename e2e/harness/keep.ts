/** A value that several tests share. */
export type Kept<Thing> = {
  take(): Promise<Thing>;
  /** Ends the value. The next `take` creates a new one. */
  drop(): Promise<void>;
};

export function keep<Thing>(
  make: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
): Kept<Thing> {
  let kept: Promise<Thing> | null = null;

  return {
    take: () => (kept ??= make()),
    async drop() {
      const dropped = kept;
      kept = null;
      if (dropped !== null) await dropped.then(end, () => {});
    },
  };
}
