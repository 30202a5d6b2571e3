/** Lets those who show a list give the focus to one of its rows. */
export type RowsHandle = {
  /** Says how to give the focus to a row and bring it into view, until the answer is called. */
  attach(focusIndex: (index: number) => void): () => void;
  /** The row after so many takes the focus as soon as it is there. */
  awaitRow(count: number): void;
  /** There are so many rows now. Whether the awaited one was among them. */
  arrive(count: number): boolean;
};

export function createRowsHandle(): RowsHandle {
  let focusIndex: ((index: number) => void) | null = null;
  let awaited: number | null = null;
  return {
    attach(way) {
      focusIndex = way;
      return () => {
        if (focusIndex === way) focusIndex = null;
      };
    },
    awaitRow(count) {
      awaited = count;
    },
    arrive(count) {
      if (awaited === null || count <= awaited) return false;
      focusIndex?.(awaited);
      awaited = null;
      return true;
    },
  };
}
