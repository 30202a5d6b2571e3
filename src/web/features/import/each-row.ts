/** Lets the page answer its user in between. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const rowsAtOnce = 2500;

/** Runs through many rows in pieces that no user notices. Ends early when the signal says so. */
export async function eachRow<Row>(
  rows: readonly Row[],
  visit: (row: Row, index: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    if (start > 0) await nextTask();
    signal.throwIfAborted();
    for (const [offset, row] of rows.slice(start, start + rowsAtOnce).entries()) visit(row, start + offset);
  }
}
