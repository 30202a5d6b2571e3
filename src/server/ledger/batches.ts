/**
 * Gathers what comes while the work before is under way, and has it done together, at most so many at once: on the way
 * to a database, many take no longer than one. Where the work fails, all that it was for fail.
 */
export function createBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const results = await work(batch.map(({ item }) => item));
        if (results.length !== batch.length) throw new Error('Not all of a batch was done.');
        for (const [place, result] of results.entries()) batch[place]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void workOff();
    });
}
