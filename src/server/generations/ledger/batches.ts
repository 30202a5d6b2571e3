import { ProblemError } from '#core/errors/problem.ts';

const secondsToRetry = 5;
const waitedTooLong = 'The batch before it took too long.';

type BatchOptions = {
  /** How many are done together. */
  readonly most: number;
  /** For how many milliseconds one waits for those before it; by default for ever. */
  readonly patience?: number;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/**
 * Gathers what comes while the work before is under way, and has it done together: on the way to a database, many take no
 * longer than one. Where the work fails, all that it was for fail. What has waited longer than `patience` is refused with
 * 'server-busy' instead: behind work that hangs, it would wait for one limit after the other.
 */
export function createBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, patience = Number.POSITIVE_INFINITY }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  function nextBatch(): Waiting<Item, Result>[] {
    const earliest = performance.now() - patience;
    for (let [first] = waiting; first !== undefined && first.since < earliest; [first] = waiting) {
      waiting.shift();
      first.reject(
        new ProblemError('server-busy', { cause: waitedTooLong, retryAfterSeconds: secondsToRetry }),
      );
    }
    return waiting.splice(0, most);
  }

  async function workOff(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch())
      try {
        const results = await work(batch.map(({ item }) => item));
        if (results.length !== batch.length) throw new Error('Not all of a batch was done.');
        for (const [place, result] of results.entries()) batch[place]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
      void workOff();
    });
}
