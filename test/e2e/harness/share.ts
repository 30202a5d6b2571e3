export type Shared<Thing> = {
  take(): Promise<Thing>;
  /** Ends the value. The next `take` creates a new one. */
  drop(): Promise<void>;
};

export function share<Thing>(
  make: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
): Shared<Thing> {
  let shared: Promise<Thing> | null = null;

  return {
    take: () => (shared ??= make()),
    async drop() {
      const dropped = shared;
      shared = null;
      if (dropped !== null) await dropped.then(end, () => {});
    },
  };
}
