/** One thing that goes from test to test. */
export type Kept<Thing> = {
  take(): Promise<Thing>;
  /** The next one who takes gets a new one. */
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
