/** The part of web storage that the page uses; never throws, and forgets at the end of the visit where storage is blocked. */
export type SafeStorage = {
  read(key: string): string | null;
  write(key: string, value: string): void;
};

export function createSafeStorage(find: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  return {
    read(key) {
      try {
        return find().getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },
    write(key, value) {
      memory.set(key, value);
      try {
        find().setItem(key, value);
      } catch {
        // A full or blocked storage costs the memory of the next visit, not this one.
      }
    },
  };
}
