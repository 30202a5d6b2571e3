import { ProblemError } from '#core/errors/problem.ts';
import { serverBusy } from '#server/queue.ts';

/** The names for whom work is done, such as an address and a workspace. Each name has its own limits. */
export type Owner = readonly string[];

type Place = {
  /**
   * Resolves when the work may begin. Throws 'server-busy' when too much work waits or the turn does not come in time,
   * and the signal's reason when it aborts.
   */
  turn(signal: AbortSignal): Promise<void>;
  /** Gives the place up when no turn was asked for. */
  giveUp(): void;
  /** Gives the place up when the work has ended or never begins. A second call changes nothing. */
  leave(): void;
};

export type FairQueue = {
  /** Takes a place. Throws 'rate-limited' when the owner has too many, and 'server-busy' when too much work waits. */
  enter(owner: Owner): Place;
};

type QueueOptions = {
  /** How many pieces of work run at a time. */
  readonly atOnce: number;
  /** How many places one name may have, with the one that runs. */
  readonly placesEach?: number;
  /** How many pieces of work may wait for their turn. */
  readonly waitingAtMost?: number;
  /** How long work waits for its turn at most, in milliseconds. */
  readonly longestWait?: number;
};

type Entry = {
  readonly owner: Owner;
  state: 'held' | 'waiting' | 'running';
  /** Called when the turn has come. */
  begin: () => void;
};

const secondsToRetry = 5;

/**
 * Lets work begin in turns. An owner never has two turns at a time, and the owner whose last turn is longest ago comes
 * first. So an owner with much work does not keep others waiting.
 */
export function createFairQueue(options: QueueOptions): FairQueue {
  const { atOnce, placesEach = 8, waitingAtMost = 64, longestWait = 30_000 } = options;
  const entries = new Set<Entry>();
  const lastTurns = new Map<string, number>();
  let turns = 0;

  const having = (state: Entry['state']) => [...entries].filter((entry) => entry.state === state);
  const placesOf = (name: string) => [...entries].filter(({ owner }) => owner.includes(name)).length;
  const lastTurn = ({ owner }: Entry) => Math.max(...owner.map((name) => lastTurns.get(name) ?? 0));

  function requireRoom(): void {
    if (having('waiting').length >= waitingAtMost) throw serverBusy();
  }

  function beginMore(): void {
    for (;;) {
      const running = having('running');
      const free = withoutOwnersOf(running, having('waiting'));
      const [first] = free.toSorted((a, b) => lastTurn(a) - lastTurn(b));
      if (first === undefined || running.length >= atOnce) return;
      turns += 1;
      for (const name of first.owner) lastTurns.set(name, turns);
      first.state = 'running';
      first.begin();
    }
  }

  function leave(entry: Entry): void {
    entries.delete(entry);
    for (const name of entry.owner) if (placesOf(name) === 0) lastTurns.delete(name);
    beginMore();
  }

  return {
    enter(owner) {
      requireRoom();
      if (owner.some((name) => placesOf(name) >= placesEach))
        throw new ProblemError('rate-limited', { retryAfterSeconds: secondsToRetry });
      const entry: Entry = { owner, state: 'held', begin: () => {} };
      entries.add(entry);
      return {
        leave: () => leave(entry),
        giveUp() {
          if (entry.state === 'held') leave(entry);
        },
        async turn(signal) {
          signal.throwIfAborted();
          requireRoom();
          // Entries wait in the order in which they ask for their turn.
          entries.delete(entry);
          entries.add(entry);
          entry.state = 'waiting';
          const begun = waitForTurn(entry, signal, longestWait);
          beginMore();
          await begun;
        },
      };
    },
  };
}

/** Returns the waiting entries that share no name with a running one. */
function withoutOwnersOf(running: readonly Entry[], waiting: readonly Entry[]): Entry[] {
  const busy = new Set(running.flatMap(({ owner }) => owner));
  return waiting.filter(({ owner }) => !owner.some((name) => busy.has(name)));
}

/** Resolves when `begin` of the entry is called. Throws 'server-busy' after the longest wait, in milliseconds. */
function waitForTurn(entry: Entry, signal: AbortSignal, longestWait: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const fail = (reason: unknown) => {
      settle();
      entry.state = 'held';
      reject(reason);
    };
    const abort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(serverBusy()), longestWait).unref();
    signal.addEventListener('abort', abort, { once: true });
    entry.begin = () => {
      settle();
      resolve();
    };
  });
}
