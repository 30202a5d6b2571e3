import { ProblemError } from '#core/errors/problem-messages.ts';
import { serverBusy } from '#server/lib/scheduling.ts';

/** The names for whom work is done, such as an address and a workspace. Each name has its own limits. None: no limits. */
export type Owner = readonly string[];

type QueueOptions = {
  /** How much work runs at the same time. */
  readonly running: number;
  /** How many places one name may have, including running work. */
  readonly placesEach?: number;
  /** How much work may wait. */
  readonly capacity?: number;
  /** How long work waits for its turn at most, in milliseconds. */
  readonly timeout?: number;
};

export type QueuePlace = {
  /**
   * Does the work in its turn, and gives the place up. Throws 'server-busy' if its turn does not come in time or too
   * much work waits, and the signal's reason when it aborts before the turn.
   */
  inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the place up if no turn was requested. A second call changes nothing. */
  giveUp(): void;
};

/**
 * Lets work begin in turns. An owner never has two pieces of work at a time, and the owner whose last turn is longest
 * ago comes first. So an owner with much work does not delay others.
 */
export type FairQueue = {
  /** Takes a place. Throws 'rate-limited' when the owner has too many, and 'server-busy' when too much work waits. */
  enter(owner: Owner): QueuePlace;
};

type Entry = {
  readonly owner: Owner;
  state: 'entered' | 'waiting' | 'running';
  begin: () => void;
};

const secondsToRetry = 5;

export function createFairQueue(options: QueueOptions): FairQueue {
  const { running, placesEach = 8, capacity = 64, timeout = 30_000 } = options;
  const entries = new Set<Entry>();
  const lastTurns = new Map<string, number>();
  let turns = 0;

  const placesOf = (name: string) => [...entries].filter(({ owner }) => owner.includes(name)).length;

  function beginMore(): void {
    for (;;) {
      const next = nextOf([...entries], lastTurns, running);
      if (next === undefined) return;
      turns += 1;
      for (const name of next.owner) lastTurns.set(name, turns);
      next.state = 'running';
      next.begin();
    }
  }

  function leave(entry: Entry): void {
    entries.delete(entry);
    for (const name of entry.owner) if (placesOf(name) === 0) lastTurns.delete(name);
    beginMore();
  }

  async function inTurn<T>(entry: Entry, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      signal.throwIfAborted();
      requireCapacity(entries, capacity);
      // Entries wait in the order in which they request their turn.
      entries.delete(entry);
      entries.add(entry);
      entry.state = 'waiting';
      const begun = waitForTurn(entry, signal, timeout);
      beginMore();
      await begun;
      return await work();
    } finally {
      leave(entry);
    }
  }

  return {
    enter(owner) {
      requireCapacity(entries, capacity);
      if (owner.some((name) => placesOf(name) >= placesEach))
        throw new ProblemError('rate-limited', { retryAfterSeconds: secondsToRetry });
      const entry: Entry = { owner, state: 'entered', begin: () => {} };
      entries.add(entry);
      return {
        inTurn: (work, signal) => inTurn(entry, work, signal),
        giveUp() {
          if (entry.state === 'entered') leave(entry);
        },
      };
    },
  };
}

function requireCapacity(entries: ReadonlySet<Entry>, capacity: number): void {
  if ([...entries].filter(({ state }) => state === 'waiting').length >= capacity) throw serverBusy();
}

/** None of the owners of the next entry has running work, and their last turn is longest ago. */
function nextOf(entries: readonly Entry[], lastTurns: ReadonlyMap<string, number>, most: number) {
  const running = entries.filter(({ state }) => state === 'running');
  if (running.length >= most) return undefined;
  const busy = new Set(running.flatMap(({ owner }) => owner));
  const free = entries.filter(
    ({ state, owner }) => state === 'waiting' && !owner.some((name) => busy.has(name)),
  );
  const lastTurn = ({ owner }: Entry) => Math.max(0, ...owner.map((name) => lastTurns.get(name) ?? 0));
  return free.toSorted((a, b) => lastTurn(a) - lastTurn(b))[0];
}

/** Throws 'server-busy' after the timeout, and the signal's reason when it aborts. */
function waitForTurn(entry: Entry, signal: AbortSignal, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const fail = (reason: unknown) => {
      settle();
      entry.state = 'entered';
      reject(reason);
    };
    const abort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(serverBusy()), timeout).unref();
    signal.addEventListener('abort', abort, { once: true });
    entry.begin = () => {
      settle();
      resolve();
    };
  });
}
