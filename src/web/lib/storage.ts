/** The part of web storage that the page uses. It never throws: blocked or full, it forgets at the end of the visit. */
export type SafeStorage = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
};

/** `onBlocked` hears once that the browser does not keep what is written. */
export function createSafeStorage(
  find: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  onBlocked: (failure: unknown) => void,
): SafeStorage {
  /** What the browser did not keep. */
  const memory = new Map<string, string>();
  let isTold = false;

  function tell(failure: unknown): void {
    if (!isTold) onBlocked(failure);
    isTold = true;
  }

  return {
    read(key) {
      const unkept = memory.get(key);
      if (unkept !== undefined) return unkept;
      try {
        return find().getItem(key);
      } catch (failure) {
        tell(failure);
        return null;
      }
    },
    write(key, value) {
      try {
        find().setItem(key, value);
        memory.delete(key);
      } catch (failure) {
        memory.set(key, value);
        tell(failure);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        find().removeItem(key);
      } catch (failure) {
        tell(failure);
      }
    },
  };
}
